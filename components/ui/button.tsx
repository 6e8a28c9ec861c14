import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      kind: {
        primary: 'border-transparent bg-ink text-ink-inverse enabled:hover:bg-ink/85',
        secondary: 'border-line-strong bg-surface text-ink enabled:hover:bg-sunken',
        quiet: 'border-transparent bg-transparent text-ink-muted enabled:hover:bg-sunken enabled:hover:text-ink',
        danger: 'border-bad-line bg-surface text-bad enabled:hover:bg-bad-soft',
      },
      size: { sm: 'h-7 px-2 text-sm', md: 'h-8 px-3 text-sm' },
    },
    defaultVariants: { kind: 'secondary', size: 'sm' },
  },
);

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof button> & { asChild?: boolean };

/** A button whose words say what it does. `asChild` lends the looks to a link. */
export function Button({ kind, size, className, asChild = false, type = 'button', ...rest }: ButtonProps) {
  const looks = cx(button({ kind, size }), className);
  if (asChild) return <Slot.Root className={cx(looks, 'hover:bg-sunken')} {...rest} />;
  return <button type={type} className={looks} {...rest} />;
}
