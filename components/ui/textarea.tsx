'use client';

import type { ComponentProps } from 'react';
import { control } from './control.ts';
import { cx } from './cx.ts';
import { useTypedEarly } from './use-typed-early.ts';

export type TextareaProps = ComponentProps<'textarea'> & { mono?: boolean };

/** Several lines of text; grows with what is written. */
export function Textarea({ mono = false, className, ref, ...rest }: TextareaProps) {
  const field = useTypedEarly(ref);
  return (
    <textarea
      ref={field}
      className={cx(control, 'field-sizing-content max-h-80 min-h-16 py-1.5', mono && 'tabular text-sm', className)}
      {...rest}
    />
  );
}
