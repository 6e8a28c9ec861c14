'use client';

import type { FormEvent } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { FieldGroup } from './field-group.tsx';
import { LimitFields } from './limit-fields.tsx';
import type { ExplainedOption, LaunchDraft, LaunchErrors, LaunchOptions } from './types.ts';

export type LaunchFormProps = {
  /** The form's id, for a submit button that stands outside. */
  id: string;
  draft: LaunchDraft;
  options: LaunchOptions;
  errors: LaunchErrors;
  onChange: (draft: LaunchDraft) => void;
  onLaunch: () => void;
};

/** What to run, on what, and how far it may go. */
export function LaunchForm({ id, draft, options, errors, onChange, onLaunch }: LaunchFormProps) {
  const set = (change: Partial<LaunchDraft>) => onChange({ ...draft, ...change });
  function submit(event: FormEvent) {
    event.preventDefault();
    onLaunch();
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-6">
      <FieldGroup title="What">
        <Field label="Project" error={errors.project}>
          <Select options={options.projects} value={draft.project} onChange={(project) => set({ project })} />
        </Field>
        <Field label="Machine" hint={explains(options.machines, draft.machine)} error={errors.machine}>
          <Select options={options.machines} value={draft.machine} onChange={(machine) => set({ machine })} />
        </Field>
        <Field
          label="Goal"
          hint="One sentence. The agent reads it, and so does whoever opens the run later."
          error={errors.goal}
          className="sm:col-span-2"
        >
          <Textarea rows={2} value={draft.goal} onChange={(event) => set({ goal: event.target.value })} />
        </Field>
        <Field
          label="Start from"
          hint="Branch, tag or commit; empty for the default branch."
          error={errors.base}
          optional
        >
          <Input mono value={draft.base} onChange={(event) => set({ base: event.target.value })} />
        </Field>
      </FieldGroup>
      <FieldGroup title="Where and who">
        <Field label="Environment" error={errors.environment}>
          <Select
            options={options.environments}
            value={draft.environment}
            onChange={(environment) => set({ environment })}
          />
        </Field>
        <Field label="Agent" hint={explains(options.agents, draft.agent)} error={errors.agent}>
          <Select options={options.agents} value={draft.agent} onChange={(agent) => set({ agent })} />
        </Field>
        <Field label="Mode" hint={explains(options.modes, draft.mode)} error={errors.mode}>
          <Select options={options.modes} value={draft.mode} onChange={(mode) => set({ mode })} />
        </Field>
        <Field label="Criteria" hint={explains(options.presets, draft.preset)} error={errors.preset}>
          <Select options={options.presets} value={draft.preset} onChange={(preset) => set({ preset })} />
        </Field>
      </FieldGroup>
      <LimitFields draft={draft} errors={errors} onChange={set} />
    </form>
  );
}

function explains(options: readonly ExplainedOption[], value: string): string | undefined {
  return options.find((option) => option.value === value)?.explains;
}
