import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, tones } from './tone.ts';

export type NoticeProps = { tone: Tone; children: ReactNode; action?: ReactNode };

/** One line above content: a warning, what is missing from a partial view, or what just changed. */
export function Notice({ tone, children, action }: NoticeProps) {
  const { icon: Icon, ink, soft, line } = tones[tone];
  return (
    <div role="status" className={cx('flex min-h-8 items-center gap-2 border-l-2 px-3 py-1 text-sm', soft, line)}>
      <Icon aria-hidden className={cx('size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      {action}
    </div>
  );
}
