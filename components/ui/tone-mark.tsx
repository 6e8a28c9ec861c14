import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, tones } from './tone.ts';

export type ToneMarkProps = {
  tone: Tone;
  children: ReactNode;
  /** `plain` is icon and word; `pill` adds a soft ground for a mark that must be found at a glance. */
  variant?: 'plain' | 'pill';
  /** State names and other spellings that come from a machine. */
  mono?: boolean;
  className?: string;
};

/** A word with the icon and colour of its tone. */
export function ToneMark({ tone, children, variant = 'plain', mono = false, className }: ToneMarkProps) {
  const { icon: Icon, ink, soft, line } = tones[tone];
  return (
    <span
      className={cx(
        'inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap text-sm',
        ink,
        variant === 'pill' && ['rounded-sm border px-1.5 font-medium', soft, line],
        mono && 'tabular',
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{children}</span>
    </span>
  );
}
