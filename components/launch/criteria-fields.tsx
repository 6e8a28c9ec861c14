'use client';

import { cx } from '#components/ui/cx.ts';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import type { CriteriaField } from '#lib/launch/criteria-fields.ts';

export type CriteriaFieldsProps = {
  /** Every number with what holds now. */
  fields: readonly CriteriaField[];
  /** What a person has written in place of it, by name. */
  changes: Readonly<Record<string, string>>;
  /** What is wrong with a change, by name. */
  errors?: Readonly<Record<string, string>>;
  onChange: (name: string, text: string) => void;
  className?: string;
};

/** Every number of the criteria, editable; a changed one is marked, and emptied it is what it was. */
export function CriteriaFields({ fields, changes, errors = {}, onChange, className }: CriteriaFieldsProps) {
  return (
    <div className={cx('grid min-w-0 items-start gap-x-4 gap-y-3 sm:grid-cols-2', className)}>
      {fields.map((field) => {
        const written = changes[field.name];
        return (
          <Field
            key={field.name}
            label={field.name}
            hint={field.description}
            error={errors[field.name]}
            className={cx('[&_label]:tabular', written !== undefined && 'border-busy border-l-2 pl-2')}
          >
            {field.words.length > 0 ? (
              <Select
                options={field.words.map((word) => ({ value: word, label: word }))}
                value={written ?? field.value}
                onChange={(value) => onChange(field.name, value)}
              />
            ) : (
              <Input
                mono
                inputMode={field.kind === 'count' ? 'numeric' : 'decimal'}
                value={written ?? ''}
                placeholder={field.value}
                maxLength={20}
                onChange={(event) => onChange(field.name, event.target.value)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
