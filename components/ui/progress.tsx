import { cx } from './cx.ts';
import type { Tone } from './tone.ts';

export type ProgressProps = {
  label: string;
  value: number;
  max: number;
  tone?: Tone;
  className?: string;
};

const fills = {
  busy: 'bg-busy',
  good: 'bg-good',
  attention: 'bg-attention',
  bad: 'bg-bad',
  idle: 'bg-idle',
} satisfies Record<Tone, string>;

/** How much of a known whole is done. */
export function Progress({ label, value, max, tone = 'busy', className }: ProgressProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cx('h-1.5 w-full overflow-hidden rounded-full bg-pressed', className)}
    >
      <div className={cx('h-full', fills[tone])} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
