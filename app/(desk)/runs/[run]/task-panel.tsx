'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { PlanSection } from '#components/task/plan-section.tsx';
import { SummarySection } from '#components/task/summary-section.tsx';
import { TaskCard } from '#components/task/task-card.tsx';
import { TroubleNote } from '#components/task/trouble-note.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { RemovedSection } from '#components/ui/removed-section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { useTRPC, useTRPCClient } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import type { PanelProps } from './machine-panel.tsx';
import { pastOf } from './past-of.ts';

/** What does the task ask a person, what is it going to do, and what came of it? */
export function TaskPanel({ page, onSay, first }: PanelProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const runId = page.detail.id;
  const which = trpc.tasks.view.queryOptions({ runId, ...pastOf(page) });
  const task = useQuery({ ...which, ...startingWith(first?.tasks) });
  useReread(which.queryKey, page.detail.seq);
  const planId = task.data?.plan?.planId;
  const edit = useCallback(
    async (text: string, reason: string) =>
      await client.tasks.editPlan
        .mutate({ runId, commandId: crypto.randomUUID(), planId: planId ?? '', text, reason })
        .then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
    [client, runId, planId],
  );
  if (task.error) return <ErrorState what={task.error.message} onRetry={() => void task.refetch()} />;
  if (task.data === undefined) return <Skeleton className="h-64" />;
  const { plan, isPlanRemoved, editable, undoable, trouble, summary } = task.data;
  const undo =
    plan !== null && undoable && page.moment === null
      ? (step: number | undefined, reason: string) =>
          onSay({ type: 'UNDO', reason, fields: { planId: plan.planId, ...(step !== undefined && { step }) } })
      : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {page.asking && <TaskCard key={JSON.stringify(page.asking)} asking={page.asking} onSay={onSay} />}
      {trouble !== null && <TroubleNote trouble={trouble} />}
      {summary !== null && <SummarySection summary={summary} />}
      {isPlanRemoved && (
        <RemovedSection title="Plan">
          The plan of this task was removed: files of old runs are not kept for good. What it did step by step is in the
          trace.
        </RemovedSection>
      )}
      {plan !== null && (
        <PlanSection plan={plan} onEdit={editable && page.moment === null ? edit : undefined} onUndo={undo} />
      )}
    </div>
  );
}
