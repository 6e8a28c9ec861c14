'use client';

import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import { FieldGroup } from './field-group.tsx';
import type { LaunchFormProps } from './launch-form.tsx';
import type { Firmware } from './types.ts';

export type WhatFieldsProps = Pick<LaunchFormProps, 'draft' | 'known' | 'examples' | 'ask' | 'plan' | 'onChange'>;

/** Which firmware, from where on, and what it shall reach. */
export function WhatFields({ draft, known, examples, ask, plan, onChange }: WhatFieldsProps) {
  return (
    <FieldGroup title="What">
      <Field label="Firmware" className="sm:col-span-2">
        <Select
          options={firmwareOptions(known, examples, draft.folder)}
          value={draft.folder}
          onChange={(folder) => onChange({ folder })}
        />
      </Field>
      <Field
        label="Folder"
        hint="On the machine that runs this. Its firmloop.yaml says how to build and test."
        className="sm:col-span-2"
      >
        <Input
          mono
          value={draft.folder}
          spellCheck={false}
          maxLength={4_000}
          onChange={(event) => onChange({ folder: event.target.value })}
        />
      </Field>
      <Field
        label={ask?.label ?? 'Goal'}
        hint={ask?.hint ?? 'One sentence. The agent reads it, and so does whoever opens the run later.'}
        className="sm:col-span-2"
        optional
      >
        <Textarea
          rows={2}
          value={draft.goal}
          maxLength={10_000}
          placeholder={plan?.chosen.goal ?? ''}
          onChange={(event) => onChange({ goal: event.target.value })}
        />
      </Field>
      <Field label="Start from" hint="Branch, tag or commit." optional>
        <Input
          mono
          value={draft.ref}
          maxLength={200}
          placeholder={plan?.branch ?? 'HEAD'}
          onChange={(event) => onChange({ ref: event.target.value })}
        />
      </Field>
      <label className="flex items-start gap-2 self-center text-sm">
        <input
          type="checkbox"
          className="mt-1 accent-ink"
          checked={draft.snapshot !== ''}
          onChange={(event) => onChange({ snapshot: event.target.checked ? 'yes' : '' })}
        />
        <span>
          Start on a snapshot of the folder
          <span className="block text-ink-muted text-xs">As it lies there, changes included; needs no git.</span>
        </span>
      </label>
    </FieldGroup>
  );
}

function firmwareOptions(known: readonly Firmware[], examples: readonly Firmware[], folder: string) {
  const listed = [...examples.map((one) => ({ ...one, name: `${one.name} (example)` })), ...known];
  const other = listed.some((one) => one.folder === folder) ? [] : [{ name: 'another folder', folder }];
  return [...listed, ...other].map((one) => ({ value: one.folder, label: visibleText(clip(one.name, 80).text) }));
}
