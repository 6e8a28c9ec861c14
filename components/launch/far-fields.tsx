'use client';

import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { presets as builtIn } from './choices.ts';
import { FieldGroup } from './field-group.tsx';
import type { LaunchFormProps } from './launch-form.tsx';
import { SettingFields } from './setting-fields.tsx';
import type { SavedPreset } from './types.ts';

export type FarFieldsProps = Pick<LaunchFormProps, 'draft' | 'offer' | 'presets' | 'errors' | 'onChange'>;

/** When it counts as done, what happens when it gets stuck, and what ends it whatever its results: every number. */
export function FarFields({ draft, offer, presets, errors, onChange }: FarFieldsProps) {
  const saved = presets.find((preset) => isChosen(preset, draft));
  const explains = saved?.note ?? builtIn.find(({ value }) => value === draft.preset)?.explains;
  function setOne(path: string, text: string) {
    const { [path]: _, ...others } = draft.set;
    onChange({ set: text.trim() === '' ? others : { ...others, [path]: text } });
  }
  /** A preset replaces all criteria, those written by hand too. */
  function choose(value: string) {
    const kept = Object.entries(draft.set).filter(([path]) => !path.startsWith('criteria.'));
    const chosen = presets.find(({ name }) => value === `saved:${name}`);
    onChange(
      chosen === undefined
        ? { preset: value, set: Object.fromEntries(kept) }
        : { preset: chosen.base, set: { ...Object.fromEntries(kept), ...chosen.set } },
    );
  }
  const fields = (group: 'criteria' | 'plateau' | 'limits') =>
    offer === undefined ? (
      <SkeletonRows rows={3} label="Reading the project file" />
    ) : offer === null ? (
      <p className="text-ink-muted text-sm">They are shown when the project file can be read.</p>
    ) : (
      <SettingFields settings={offer.settings[group]} changes={draft.set} errors={errors} onChange={setOne} />
    );
  return (
    <>
      <FieldGroup title="When it is done">
        <Field
          label="Criteria"
          hint={explains || undefined}
          error={errors['criteria.preset']}
          className="sm:col-span-2"
        >
          <Select
            options={[
              { value: '', label: 'as the project file says' },
              ...builtIn.map(({ value }) => ({ value, label: value })),
              ...presets.map(({ name }) => ({ value: `saved:${name}`, label: `${name} (saved)` })),
            ]}
            value={saved === undefined ? draft.preset : `saved:${saved.name}`}
            onChange={choose}
          />
        </Field>
        <div className="sm:col-span-2">{fields('criteria')}</div>
      </FieldGroup>
      <FieldGroup title="What ends it in any case">
        <div className="sm:col-span-2">{fields('limits')}</div>
      </FieldGroup>
      <FieldGroup title="When improvement stops">
        <div className="sm:col-span-2">{fields('plateau')}</div>
      </FieldGroup>
    </>
  );
}

function isChosen({ base, set }: SavedPreset, draft: FarFieldsProps['draft']): boolean {
  const criteria = Object.entries(draft.set).filter(([path]) => path in set || path.startsWith('criteria.'));
  return (
    draft.preset === base &&
    criteria.length === Object.keys(set).length &&
    criteria.every(([path, text]) => set[path] === text)
  );
}
