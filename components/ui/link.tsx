import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'onMouseEnter' | 'onTouchStart'> & {
  href: string;
  /** Whether a page that is gone to begins at its top. One that does not is the page that the link stands on: nothing of it is fetched ahead. */
  scroll?: boolean;
  /** `text` is underlined as in a sentence; `bare` takes its looks from where it stands. */
  kind?: 'text' | 'bare';
};

/** A link inside the product. What lies below `/api/` is a file for the browser, not a page to be fetched ahead. */
export function Link({ kind = 'text', className, href, scroll = true, ...rest }: LinkProps) {
  const text = 'text-busy underline decoration-busy-line underline-offset-2 hover:decoration-current';
  const looks = cx('rounded-sm', kind === 'text' && text, className);
  if (href.startsWith('/api/')) return <a className={looks} href={href} {...rest} />;
  return <NextLink className={looks} href={href} scroll={scroll} prefetch={scroll ? null : false} {...rest} />;
}
