'use client';

import { SettingFields } from '#components/launch/setting-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import type { CriteriaField } from '#lib/launch/criteria-fields.ts';

export type LabCriteriaProps = {
  builtIn: readonly string[];
  saved: readonly { name: string; note: string }[];
  preset: string;
  fields: readonly CriteriaField[];
  changes: Readonly<Record<string, string>>;
  maxIterations: { written: string; value: number };
  onPreset: (preset: string) => void;
  onChange: (name: string, text: string) => void;
  onMaxIterations: (text: string) => void;
  onReset: () => void;
  /** Forgets the saved preset that is chosen. */
  onRemove: () => void;
};

/** The criteria to try: a preset and what differs from it. */
export function LabCriteria(props: LabCriteriaProps) {
  const {
    builtIn,
    saved,
    preset,
    fields,
    changes,
    maxIterations,
    onPreset,
    onChange,
    onMaxIterations,
    onReset,
    onRemove,
  } = props;
  const chosen = saved.find(({ name }) => name === preset);
  const options = [
    ...builtIn.map((name) => ({ value: name, label: name })),
    ...saved.map(({ name }) => ({ value: name, label: `${name} (saved)` })),
  ];
  const changed = Object.keys(changes).length + (maxIterations.written === '' ? 0 : 1);
  const hasOwnLimit = fields.some(({ name }) => name === 'max_iterations');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label="Preset" hint={chosen?.note || undefined}>
        <Select options={options} value={preset} onChange={onPreset} />
      </Field>
      {!hasOwnLimit && (
        <Field label="Iterations at most">
          <Input
            mono
            inputMode="numeric"
            value={maxIterations.written}
            placeholder={String(maxIterations.value)}
            maxLength={4}
            onChange={(event) => onMaxIterations(event.target.value)}
          />
        </Field>
      )}
      <SettingFields
        settings={fields.map((field) => ({ id: field.name, ...field }))}
        changes={changes}
        onChange={onChange}
        className="lg:grid-cols-1 2xl:grid-cols-2"
      />
      {(changed > 0 || chosen !== undefined) && (
        <div className="flex flex-wrap gap-2">
          {changed > 0 && <Button onClick={onReset}>Reset {changed === 1 ? '1 change' : `${changed} changes`}</Button>}
          {chosen !== undefined && (
            <Button kind="quiet" onClick={onRemove}>
              Remove preset…
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
