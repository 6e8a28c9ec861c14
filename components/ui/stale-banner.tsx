'use client';

import { clockTime } from '#lib/format/exact-time.ts';
import { Notice } from './notice.tsx';
import { useZone } from './zone.tsx';

export type StaleBannerProps = {
  /** When the data on the screen was true, in epoch milliseconds. */
  asOf: number;
};

/** Says that the live connection is down and how old the page's data is. */
export function StaleBanner({ asOf }: StaleBannerProps) {
  const zone = useZone();
  return (
    <Notice tone="attention">
      Live view reconnecting, data of <span className="tabular">{clockTime(asOf, zone)}</span>
    </Notice>
  );
}
