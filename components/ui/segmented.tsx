'use client';

import { ToggleGroup } from 'radix-ui';
import { cx } from './cx.ts';

export type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** One of a few, all in sight. */
export function Segmented<Value extends string>({ label, options, value, onChange, className }: SegmentedProps<Value>) {
  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  }
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
      className={cx('inline-flex h-7 shrink-0 rounded-md border border-line-strong', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="whitespace-nowrap px-2.5 text-ink-muted text-sm -outline-offset-2 first:rounded-l-md last:rounded-r-md hover:text-ink data-[state=on]:bg-pressed data-[state=on]:font-medium data-[state=on]:text-ink"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
