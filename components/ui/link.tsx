import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & {
  href: string;
  /** `text` is underlined as in a sentence; `bare` takes its looks from where it stands. */
  kind?: 'text' | 'bare';
};

/** A link inside the product. */
export function Link({ kind = 'text', className, ...rest }: LinkProps) {
  const text = 'text-busy underline decoration-busy-line underline-offset-2 hover:decoration-current';
  return <NextLink className={cx('rounded-sm', kind === 'text' && text, className)} {...rest} />;
}
