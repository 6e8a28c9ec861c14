'use client';

import type { FormEvent } from 'react';
import { EvidenceFields } from './evidence-fields.tsx';
import { FarFields } from './far-fields.tsx';
import { FieldGroup } from './field-group.tsx';
import { MinutesField } from './minutes-field.tsx';
import { ModeField } from './mode-field.tsx';
import type {
  EvidenceLog,
  Firmware,
  ForkPoint,
  LaunchAsk,
  LaunchDraft,
  LaunchOffer,
  LaunchPlan,
  SavedPreset,
} from './types.ts';
import { WhatFields } from './what-fields.tsx';
import { WhoFields } from './who-fields.tsx';

export type LaunchFormProps = {
  /** The form's id, for a submit button that stands outside. */
  id: string;
  draft: LaunchDraft;
  known: readonly Firmware[];
  examples: readonly Firmware[];
  presets: readonly SavedPreset[];
  /** Null for a firmware loop: only that has environments, strategies, criteria and logs to begin with. */
  ask: LaunchAsk | null;
  /** Missing until the project's file has been read, null where it cannot be. */
  offer: LaunchOffer | null | undefined;
  plan: LaunchPlan | undefined;
  /** What is wrong with a setting, by its path. */
  errors: Readonly<Record<string, string>>;
  logs: readonly EvidenceLog[];
  /** A fork has everything of its run up to there: only what counts from then on can be chosen. */
  fork: ForkPoint | null;
  onChange: (change: Partial<LaunchDraft>) => void;
  onLogs: (logs: readonly EvidenceLog[]) => void;
  onLaunch: () => void;
};

/** What to run, where, by whom, with which evidence, and how far it may go. */
export function LaunchForm({ id, onLaunch, ...form }: LaunchFormProps) {
  const { draft, offer, plan, errors, onChange } = form;
  const isLoop = form.ask === null;
  function submit(event: FormEvent) {
    event.preventDefault();
    onLaunch();
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-6">
      {form.fork === null ? (
        <>
          <WhatFields
            draft={draft}
            known={form.known}
            examples={form.examples}
            ask={form.ask}
            plan={plan}
            onChange={onChange}
          />
          {isLoop && (
            <>
              <EvidenceFields logs={form.logs} onChange={form.onLogs} />
              <WhoFields draft={draft} offer={offer} plan={plan} errors={errors} onChange={onChange} />
            </>
          )}
        </>
      ) : (
        isLoop && (
          <FieldGroup title="From there on">
            <ModeField draft={draft} ask={form.ask} plan={plan} onChange={onChange} />
          </FieldGroup>
        )
      )}
      {isLoop ? (
        <FarFields draft={draft} offer={offer} presets={form.presets} errors={errors} onChange={onChange} />
      ) : (
        <FieldGroup title="Who is around, and how long it may take">
          <ModeField draft={draft} ask={form.ask} plan={plan} onChange={onChange} />
          <MinutesField draft={draft} plan={plan} onChange={onChange} />
        </FieldGroup>
      )}
    </form>
  );
}
