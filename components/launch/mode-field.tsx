'use client';

import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { asFile } from './as-file.ts';
import { modes } from './choices.ts';
import type { LaunchFormProps } from './launch-form.tsx';

export type ModeFieldProps = Pick<LaunchFormProps, 'draft' | 'plan' | 'onChange'>;

/** Who is around while the run goes on. */
export function ModeField({ draft, plan, onChange }: ModeFieldProps) {
  const mode = draft.mode || plan?.chosen.mode;
  return (
    <Field label="Mode" hint={modes.find(({ value }) => value === mode)?.explains}>
      <Select
        options={[asFile(plan?.chosen.mode, draft.mode), ...modes.map(({ value }) => ({ value, label: value }))]}
        value={draft.mode}
        onChange={(chosen) => onChange({ mode: chosen })}
      />
    </Field>
  );
}
