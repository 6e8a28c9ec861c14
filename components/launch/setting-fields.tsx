'use client';

import { cx } from '#components/ui/cx.ts';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';

/** One number, word or yes and no. */
export type Setting = {
  /** Its place in `changes`. */
  id: string;
  name: string;
  /** What holds; empty where nothing is set. */
  value: string;
  description: string;
  /** The words to choose from; none for a number. */
  words: readonly string[];
};

export type SettingFieldsProps = {
  settings: readonly Setting[];
  /** What a person has written in place of it, by id. */
  changes: Readonly<Record<string, string>>;
  /** What is wrong with a setting, by id. */
  errors?: Readonly<Record<string, string>>;
  onChange: (id: string, text: string) => void;
  className?: string;
};

/** Every setting with what holds, editable; a changed one is marked, and emptied it is what it was. */
export function SettingFields({ settings, changes, errors = {}, onChange, className }: SettingFieldsProps) {
  return (
    <div className={cx('grid min-w-0 items-start gap-x-4 gap-y-3 sm:grid-cols-2', className)}>
      {settings.map(({ id, name, value, description, words }) => {
        const written = changes[id];
        return (
          <Field
            key={id}
            label={name}
            hint={description}
            error={errors[id]}
            className={cx(
              '[&>label]:tabular [&>label]:wrap-anywhere [&>label]:text-xs',
              written !== undefined && '-ml-2.5 border-busy border-l-2 pl-2',
            )}
          >
            {words.length > 0 ? (
              <Select
                options={[...(value === '' ? [''] : []), ...words].map((word) => ({
                  value: word,
                  label: word || 'not set',
                }))}
                value={written ?? value}
                onChange={(word) => onChange(id, word)}
              />
            ) : (
              <Input
                mono
                inputMode="decimal"
                value={written ?? ''}
                placeholder={value === '' ? 'none' : value}
                maxLength={20}
                onChange={(event) => onChange(id, event.target.value)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
