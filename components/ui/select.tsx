'use client';

import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { control } from './control.ts';
import { cx } from './cx.ts';
import { useTypedEarly } from './use-typed-early.ts';

export type Option = { value: string; label: string; disabled?: boolean };

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'onChange'> & {
  options: readonly Option[];
  onChange?: (value: string) => void;
};

/** One of several. The system's own list: it works with every keyboard, reader and thumb. */
export function Select({ options, onChange, className, ref, ...rest }: SelectProps) {
  const field = useTypedEarly(ref);
  return (
    <span className={cx('relative inline-flex w-full', className)}>
      <select
        ref={field}
        className={cx(control, 'h-8 appearance-none truncate pr-7')}
        onChange={(event) => onChange?.(event.target.value)}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-ink-muted" />
    </span>
  );
}
