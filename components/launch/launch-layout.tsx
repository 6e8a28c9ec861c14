'use client';

import { useId } from 'react';
import { LaunchAside } from './launch-aside.tsx';
import { LaunchForm } from './launch-form.tsx';
import { launchSummary } from './launch-summary.ts';
import type { LaunchDraft, LaunchErrors, LaunchFacts, LaunchOptions } from './types.ts';

export type LaunchLayoutProps = {
  draft: LaunchDraft;
  options: LaunchOptions;
  facts: LaunchFacts;
  errors: LaunchErrors;
  command: string;
  pending: boolean;
  refusal?: { what: string; next?: string | undefined } | undefined;
  onChange: (draft: LaunchDraft) => void;
  onLaunch: () => void;
};

/** Left the form, right what it will do. */
export function LaunchLayout({
  draft,
  options,
  facts,
  errors,
  command,
  pending,
  refusal,
  onChange,
  onLaunch,
}: LaunchLayoutProps) {
  const form = useId();
  return (
    <div className="grid min-w-0 items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <LaunchForm id={form} draft={draft} options={options} errors={errors} onChange={onChange} onLaunch={onLaunch} />
      <LaunchAside
        form={form}
        summary={launchSummary(draft, facts)}
        blockers={facts.blockers}
        command={command}
        pending={pending}
        refusal={refusal}
      />
    </div>
  );
}
