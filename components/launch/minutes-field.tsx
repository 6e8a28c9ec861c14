'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import type { LaunchFormProps } from './launch-form.tsx';

export type MinutesFieldProps = Pick<LaunchFormProps, 'draft' | 'plan' | 'onChange'>;

const path = 'limits.timeout_minutes';

/** How long the run may take at most, minutes of its own clock. */
export function MinutesField({ draft, plan, onChange }: MinutesFieldProps) {
  return (
    <Field label="Minutes" hint="It ends after so many at the latest; waiting for a person does not count." optional>
      <Input
        mono
        inputMode="decimal"
        value={draft.set[path] ?? ''}
        maxLength={12}
        placeholder={plan?.config.find((row) => row.path === path)?.value ?? ''}
        onChange={({ target: { value } }) => {
          const { [path]: _, ...others } = draft.set;
          onChange({ set: value.trim() === '' ? others : { ...others, [path]: value } });
        }}
      />
    </Field>
  );
}
