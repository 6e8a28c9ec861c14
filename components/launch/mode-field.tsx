'use client';

import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { asFile } from './as-file.ts';
import { modes } from './choices.ts';
import type { LaunchFormProps } from './launch-form.tsx';

export type ModeFieldProps = Pick<LaunchFormProps, 'draft' | 'ask' | 'plan' | 'onChange'>;

/** Who is around while the run goes on. */
export function ModeField({ draft, ask, plan, onChange }: ModeFieldProps) {
  const mode = modes.find(({ value }) => value === (draft.mode || plan?.chosen.mode));
  return (
    <Field label="Mode" hint={ask === null ? mode?.ofLoop : mode?.ofOthers}>
      <Select
        options={[asFile(plan?.chosen.mode, draft.mode), ...modes.map(({ value }) => ({ value, label: value }))]}
        value={draft.mode}
        onChange={(chosen) => onChange({ mode: chosen })}
      />
    </Field>
  );
}
