'use client';

import { hashKey, keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useDeferredValue, useState } from 'react';
import { LaunchLayout } from '#components/launch/launch-layout.tsx';
import type {
  EvidenceLog,
  Firmware,
  ForkPoint,
  LaunchDraft,
  LaunchOffer,
  SavedPreset,
} from '#components/launch/types.ts';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { choicesOf, draftFields, wholeDraft } from './draft-address.ts';

type LaunchProps = {
  known: readonly Firmware[];
  examples: readonly Firmware[];
  presets: readonly SavedPreset[];
  /** The run whose launch the form was filled in with. */
  like: number | null;
  fork: ForkPoint | null;
  /** What the launch would do that the address asks for. */
  first: { choices: LaunchChoices; preview: Outputs['launch']['preview'] } | undefined;
};

/** The draft lives in the address, so a colleague can be sent the same launch; logs are too large for it. */
export function Launch({ known, examples, presets, like, fork, first }: LaunchProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [stored, setDraft] = useQueryStates(draftFields);
  const [logs, setLogs] = useState<readonly EvidenceLog[]>([]);
  const draft = wholeDraft(stored, { known, examples });
  // One id per draft: a second click, or a try after a lost answer, launches nothing twice.
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  const choices = useDeferredValue(choicesOf(draft));
  const isFirst = first !== undefined && logs.length === 0 && hashKey([choices]) === hashKey([first.choices]);
  const looked = useQuery({
    ...trpc.launch.preview.queryOptions(
      { choices, logs: logs.map(({ name }) => name) },
      { enabled: choices.folder !== '', placeholderData: keepPreviousData, retry: false },
    ),
    ...(isFirst && startingWith(first.preview)),
  });
  const start = useMutation(
    trpc.launch.start.mutationOptions({ onSuccess: ({ number }) => router.push(`/runs/${number}`) }),
  );
  const split = useMutation(
    trpc.launch.fork.mutationOptions({ onSuccess: ({ number }) => router.push(`/runs/${number}`) }),
  );
  const again = () => {
    start.reset();
    split.reset();
    setCommandId(crypto.randomUUID());
  };
  const refused = start.error ?? split.error ?? looked.error;
  const problems = [
    ...(refused === null ? [] : [{ path: '', what: refused.message, next: refused.data?.next }]),
    ...(looked.data?.problems ?? []).map(({ path, message, suggestion }) => ({
      path,
      what: message,
      next: suggestion,
    })),
  ];
  return (
    <Desk current="runs" crumbs={[{ label: 'Runs', href: '/runs' }, { label: 'Launch' }]}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title={fork === null ? 'Launch a run' : `Fork run #${fork.run}`}
          actions={<HelpLink page="launch" />}
        >
          {fork === null
            ? 'It goes on by itself until it stops for a stated reason; you can step in at any time.'
            : `Up to event ${fork.at} both runs are one; from there on this one has criteria and limits of its own.`}
        </PageHeader>
        {like !== null && (
          <Notice tone="idle">
            Filled in as <Link href={`/runs/${like}`}>run #{like}</Link> was launched.
          </Notice>
        )}
        <LaunchLayout
          draft={draft}
          known={known}
          examples={examples}
          presets={presets}
          ask={looked.data?.ask ?? null}
          offer={looked.data === undefined ? undefined : offerOf(looked.data.form)}
          plan={looked.data?.preview ?? undefined}
          problems={problems}
          logs={logs}
          fork={fork}
          pending={[start, split].some(({ isPending, isSuccess }) => isPending || isSuccess)}
          onChange={(change) => {
            again();
            void setDraft(toAddress(change));
          }}
          onLogs={(next) => {
            again();
            setLogs(next);
          }}
          onLaunch={() => {
            if (fork !== null)
              return split.mutate({ run: fork.run, atSeq: fork.at, choices: choicesOf(draft), commandId });
            start.mutate({
              choices: choicesOf(draft),
              logs: logs.map(({ name, text }) => ({ name, text })),
              commandId,
            });
          }}
        />
      </div>
    </Desk>
  );
}

/** Another project has other environments, agents and branches, and what its machine can be told may be another. */
function toAddress({ agents, set, ...words }: Partial<LaunchDraft>) {
  return {
    ...(words.folder !== undefined && { environment: '', agents: [], ref: '', preset: '', set: {} }),
    ...words,
    ...(agents !== undefined && { agents: [...agents] }),
    ...(set !== undefined && { set: { ...set } }),
  };
}

function offerOf(form: Outputs['launch']['preview']['form']): LaunchOffer | null {
  if (form === null) return null;
  const fields = (group: 'criteria' | 'plateau' | 'limits') =>
    (form.settings.find((one) => one.group === group)?.fields ?? []).map((field) => ({ id: field.path, ...field }));
  return {
    environments: form.environments,
    agents: form.agents,
    settings: { criteria: fields('criteria'), plateau: fields('plateau'), limits: fields('limits') },
  };
}
