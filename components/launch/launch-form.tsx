'use client';

import type { FormEvent } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { modes, presets } from './choices.ts';
import { FieldGroup } from './field-group.tsx';
import type { Firmware, LaunchDraft, LaunchPlan } from './types.ts';

export type LaunchFormProps = {
  /** The form's id, for a submit button that stands outside. */
  id: string;
  draft: LaunchDraft;
  known: readonly Firmware[];
  examples: readonly Firmware[];
  plan: LaunchPlan | undefined;
  onChange: (draft: LaunchDraft) => void;
  onLaunch: () => void;
};

/** What to run, where, by whom, and how far it may go. */
export function LaunchForm({ id, draft, known, examples, plan, onChange, onLaunch }: LaunchFormProps) {
  const set = (change: Partial<LaunchDraft>) => onChange({ ...draft, ...change });
  function submit(event: FormEvent) {
    event.preventDefault();
    onLaunch();
  }
  const chosen = plan?.chosen;
  return (
    <form id={id} onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-6">
      <FieldGroup title="What">
        <Field label="Firmware" className="sm:col-span-2">
          <Select
            options={firmwareOptions(known, examples, draft.folder)}
            value={draft.folder}
            onChange={(folder) => set({ folder })}
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
            onChange={(event) => set({ folder: event.target.value })}
          />
        </Field>
        <Field
          label="Goal"
          hint="One sentence. The agent reads it, and so does whoever opens the run later."
          className="sm:col-span-2"
          optional
        >
          <Textarea
            rows={2}
            value={draft.goal}
            placeholder={chosen?.goal ?? ''}
            onChange={(event) => set({ goal: event.target.value })}
          />
        </Field>
        <Field label="Start from" hint="Branch, tag or commit." optional>
          <Input
            mono
            value={draft.ref}
            placeholder={plan?.branch ?? 'HEAD'}
            onChange={(event) => set({ ref: event.target.value })}
          />
        </Field>
        <label className="flex items-start gap-2 self-center text-sm">
          <input
            type="checkbox"
            className="mt-1 accent-ink"
            checked={draft.snapshot !== ''}
            onChange={(event) => set({ snapshot: event.target.checked ? 'yes' : '' })}
          />
          <span>
            Start on a snapshot of the folder
            <span className="block text-ink-muted text-xs">As it lies there, changes included; needs no git.</span>
          </span>
        </label>
      </FieldGroup>
      <FieldGroup title="Where and who">
        <Field label="Environment">
          <Select
            options={asFile(plan?.environments, chosen?.environment)}
            value={draft.environment}
            onChange={(environment) => set({ environment })}
          />
        </Field>
        <Field label="Agent">
          <Select
            options={asFile(plan?.agents, chosen?.agents.join(', '))}
            value={draft.agent}
            onChange={(agent) => set({ agent })}
          />
        </Field>
        <Field label="Mode" hint={modes.find(({ value }) => value === (draft.mode || chosen?.mode))?.explains}>
          <Select
            options={asFile(
              modes.map(({ value }) => value),
              chosen?.mode,
            )}
            value={draft.mode}
            onChange={(mode) => set({ mode })}
          />
        </Field>
      </FieldGroup>
      <FieldGroup title="How far">
        <Field label="Criteria" hint={presets.find(({ value }) => value === draft.preset)?.explains}>
          <Select
            options={asFile(
              presets.map(({ value }) => value),
              undefined,
            )}
            value={draft.preset}
            onChange={(preset) => set({ preset })}
          />
        </Field>
        <Field label="Iterations at most" optional>
          <Input
            inputMode="numeric"
            value={draft.maxIterations}
            placeholder={text(chosen?.maxIterations)}
            onChange={(event) => set({ maxIterations: event.target.value })}
          />
        </Field>
        <Field label="Minutes at most" hint="Waiting for a board or a person is not counted." optional>
          <Input
            inputMode="decimal"
            value={draft.timeoutMinutes}
            placeholder={text(chosen?.timeoutMinutes)}
            onChange={(event) => set({ timeoutMinutes: event.target.value })}
          />
        </Field>
      </FieldGroup>
    </form>
  );
}

function firmwareOptions(known: readonly Firmware[], examples: readonly Firmware[], folder: string) {
  const listed = [...examples.map((one) => ({ ...one, name: `${one.name} (example)` })), ...known];
  const other = listed.some((one) => one.folder === folder) ? [] : [{ name: 'another folder', folder }];
  return [...listed, ...other].map((one) => ({ value: one.folder, label: one.name }));
}

/** The choices of a field, the file's own first. */
function asFile(options: readonly string[] | undefined, current: string | undefined) {
  const own = {
    value: '',
    label: current === undefined ? 'as the project file says' : `as the project file says: ${current}`,
  };
  return [own, ...(options ?? []).map((value) => ({ value, label: value }))];
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
