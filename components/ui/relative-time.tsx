'use client';

import { exactTime } from '#lib/format/exact-time.ts';
import { relativeTime } from '#lib/format/relative-time.ts';
import { useNow } from './use-now.ts';
import { useZone } from './zone.tsx';

export type RelativeTimeProps = {
  /** Epoch milliseconds. */
  at: number;
};

/** How long ago something was; the exact time with its zone on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const now = useNow('calm');
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={exactTime(at, useZone())}
      className="relative z-1 whitespace-nowrap"
    >
      {relativeTime(at, now)}
    </time>
  );
}
