import { cx } from './cx.ts';

/** The looks that input, textarea and select share. */
export const control = cx(
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-2 text-base text-ink',
  'aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-muted',
);
