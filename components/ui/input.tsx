'use client';

import type { ComponentProps } from 'react';
import { control } from './control.ts';
import { cx } from './cx.ts';
import { useTypedEarly } from './use-typed-early.ts';

export type InputProps = ComponentProps<'input'> & {
  /** For paths, patterns, branches and numbers. */
  mono?: boolean;
};

/** One line of text. */
export function Input({ mono = false, className, ref, ...rest }: InputProps) {
  const field = useTypedEarly(ref);
  return <input ref={field} className={cx(control, 'h-8', mono && 'tabular text-sm', className)} {...rest} />;
}
