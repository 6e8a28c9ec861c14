'use client';

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { useDeferredValue, useState } from 'react';
import { LaunchLayout } from '#components/launch/launch-layout.tsx';
import type { Firmware, LaunchDraft } from '#components/launch/types.ts';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import { useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';

const field = parseAsString.withDefault('');
const fields = {
  folder: field,
  ref: field,
  goal: field,
  environment: field,
  agent: field,
  mode: field,
  preset: field,
  maxIterations: field,
  timeoutMinutes: field,
  snapshot: field,
};

/** The draft lives in the address, so a colleague can be sent the same launch. */
export function Launch({ known, examples }: { known: readonly Firmware[]; examples: readonly Firmware[] }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [stored, setDraft] = useQueryStates(fields);
  const draft: LaunchDraft = { ...stored, folder: stored.folder || (examples[0] ?? known[0])?.folder || '' };
  // One id per draft: a second click, or a try after a lost answer, launches nothing twice.
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  const choices = useDeferredValue(choicesOf(draft));
  const preview = useQuery(
    trpc.launch.preview.queryOptions(
      { choices },
      { enabled: choices.folder !== '', placeholderData: keepPreviousData, retry: false },
    ),
  );
  const start = useMutation(
    trpc.launch.start.mutationOptions({ onSuccess: ({ number }) => router.push(`/runs/${number}`) }),
  );
  const answer = preview.data;
  const refused = start.error ?? preview.error;
  const problem =
    refused !== null
      ? { what: refused.message, next: refused.data?.next }
      : answer !== undefined && !answer.ok
        ? { what: answer.problem, next: answer.next }
        : undefined;
  return (
    <Desk current="runs" crumbs={[{ label: 'Runs', href: '/runs' }, { label: 'Launch' }]}>
      <div className="flex flex-col gap-6">
        <PageHeader title="Launch a run">
          Patch, build, test, decide: until the loop stops for a stated reason.
        </PageHeader>
        <LaunchLayout
          draft={draft}
          known={known}
          examples={examples}
          plan={answer?.ok ? answer.preview : undefined}
          problem={problem}
          pending={start.isPending || start.isSuccess}
          onChange={(next) => {
            start.reset();
            setCommandId(crypto.randomUUID());
            void setDraft(next);
          }}
          onLaunch={() => start.mutate({ choices: choicesOf(draft), commandId })}
        />
      </div>
    </Desk>
  );
}

/** Empty fields are left to the project file. */
function choicesOf(draft: LaunchDraft): LaunchChoices {
  const { folder, ref, goal, environment, agent, mode, preset, maxIterations, timeoutMinutes, snapshot } = draft;
  const known = (['interactive', 'ci', 'auto'] as const).find((one) => one === mode);
  return {
    folder: folder.trim(),
    ...(ref.trim() && { ref: ref.trim() }),
    ...(goal.trim() && { goal: goal.trim() }),
    ...(environment && { environment }),
    ...(agent && { agents: [agent] }),
    ...(known && { mode: known }),
    ...(preset && { preset }),
    ...(maxIterations.trim() && { maxIterations: Number(maxIterations) }),
    ...(timeoutMinutes.trim() && { timeoutMinutes: Number(timeoutMinutes) }),
    ...(snapshot && { snapshot: true }),
  };
}
