'use client';

import { Slot } from 'radix-ui';
import { type ReactElement, useId } from 'react';
import { cx } from './cx.ts';
import { TickedText } from './ticked-text.tsx';

export type FieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Said in words beside the label, never by a star. */
  optional?: boolean;
  /** The one control; it receives its id and descriptions here. */
  children: ReactElement;
  className?: string;
};

/** A control with its label, a hint, and the error that says how to mend it. */
export function Field({ label, hint, error, optional = false, children, className }: FieldProps) {
  const id = useId();
  const described = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {optional && <span className="font-normal text-ink-faint"> optional</span>}
      </label>
      <Slot.Root id={id} aria-describedby={described} aria-invalid={error !== undefined || undefined}>
        {children}
      </Slot.Root>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="whitespace-pre-line text-bad text-xs">
          {error}
        </p>
      )}
      {error === undefined && hint !== undefined && (
        <p id={`${id}-hint`} className="text-ink-muted text-xs">
          <TickedText text={hint} />
        </p>
      )}
    </div>
  );
}
