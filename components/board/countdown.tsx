'use client';

import { cx } from '#components/ui/cx.ts';
import { useNow } from '#components/ui/use-now.ts';
import { duration } from '#lib/format/duration.ts';

/** Less than this is drawn as something to attend to, milliseconds. */
const soon = 10 * 60_000;

/** The time that is left, second by second. */
export function Countdown({ to }: { to: number }) {
  const now = useNow('second');
  const left = Math.max(0, Math.floor((to - now) / 1_000) * 1_000);
  return <span className={cx('tabular whitespace-nowrap', left < soon && 'text-attention')}>{duration(left)}</span>;
}
