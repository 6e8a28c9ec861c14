'use client';

import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { HistorySection } from '#components/workflow/history-section.tsx';
import { NotebookSection } from '#components/workflow/notebook-section.tsx';
import { RecoveryCard, type RecoveryCardProps } from '#components/workflow/recovery-card.tsx';
import { StandingSection } from '#components/workflow/standing-section.tsx';
import { UpdateCard } from '#components/workflow/update-card.tsx';
import { WorkflowTree } from '#components/workflow/workflow-tree.tsx';
import { counted } from '#lib/format/count.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import type { PanelProps } from './machine-panel.tsx';
import { pastOf } from './past-of.ts';

type Workflow = Outputs['workflows']['view'];

/** How far is the workflow, what does its notebook say, and what does it ask a person? */
export function WorkflowPanel({ page, onSay, first }: PanelProps) {
  const trpc = useTRPC();
  const which = trpc.workflows.view.queryOptions({ runId: page.detail.id, ...pastOf(page) });
  const workflow = useQuery({ ...which, ...startingWith(first?.workflows) });
  useReread(which.queryKey, page.detail.seq);
  if (workflow.error) return <ErrorState what={workflow.error.message} onRetry={() => void workflow.refetch()} />;
  if (workflow.data === undefined) return <Skeleton className="h-64" />;
  const { goals, here, focus, stages, variables, history, updates, notebook, round } = workflow.data;
  const isOpen = page.moment === null && page.detail.endedAt === undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isOpen && <Asking workflow={workflow.data} state={page.detail.state} onSay={onSay} />}
      <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Stages" aside={`${counted(stages.length, 'stage')}${round > 1 ? `, round ${round}` : ''}`}>
            {stages.length === 0 ? (
              <p className="text-ink-muted text-sm">Planning has not given a workflow yet.</p>
            ) : (
              <WorkflowTree stages={stages} />
            )}
          </Section>
          <StandingSection goals={goals} here={here} focus={focus} variables={variables} />
          <HistorySection history={history} updates={updates} />
        </div>
        <NotebookSection notebook={notebook} />
      </div>
    </div>
  );
}

/** What a person can say in the state that the workflow rests in. */
function Asking({ workflow, state, onSay }: { workflow: Workflow; state: string } & Pick<PanelProps, 'onSay'>) {
  const { asking, trouble, canBeginBehavior } = workflow;
  if (asking !== null) return <UpdateCard key={asking.id} asking={asking} onSay={onSay} />;
  const rests = resting[state];
  if (rests === undefined) return null;
  return <RecoveryCard key={state} state={rests} trouble={trouble} canBeginBehavior={canBeginBehavior} onSay={onSay} />;
}

const resting: Readonly<Record<string, RecoveryCardProps['state']>> = {
  idle: 'idle',
  'error.open': 'error',
  'workflow_completed.open': 'workflow_completed',
  'cancelled.open': 'cancelled',
};
