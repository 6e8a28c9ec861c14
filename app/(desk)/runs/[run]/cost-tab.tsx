'use client';

import { useQuery } from '@tanstack/react-query';
import { AgentCosts } from '#components/cost/agent-costs.tsx';
import { CostTotals } from '#components/cost/cost-totals.tsx';
import { IterationCosts } from '#components/cost/iteration-costs.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { costsBy, sumCosts } from '#lib/cost/cost.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { pastOf } from './past-of.ts';

/** What has it cost, who has cost it, and how much may it cost yet? */
export function CostTab({ page }: { page: Outputs['runs']['page'] }) {
  const trpc = useTRPC();
  const { id, seq, number } = page.detail;
  const which = trpc.runs.costs.queryOptions({ runId: id, ...pastOf(page) });
  const costs = useQuery(which);
  useReread(which.queryKey, seq);
  if (costs.error) return <ErrorState what={costs.error.message} onRetry={() => void costs.refetch()} />;
  if (costs.data === undefined) return <Skeleton className="h-96" />;
  const { agents, iterations, budgets } = costs.data;
  const byAgent = [...costsBy(agents, ({ agent }) => agent)].map(([agent, cost]) => ({ agent, ...cost }));
  const at = page.moment === null ? '' : `&at=${page.moment.seq}`;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <CostTotals
        cost={sumCosts(agents)}
        wallMs={iterations.reduce((sum, { wallMs }) => sum + wallMs, 0)}
        boardMs={iterations.reduce((sum, { boardMs }) => sum + boardMs, 0)}
        budgets={budgets}
      />
      <Section title="By agent">
        <AgentCosts rows={byAgent} />
      </Section>
      <Section title="By iteration">
        <IterationCosts
          agents={agents}
          iterations={iterations}
          hrefOf={(iteration) => `/runs/${number}?tab=iteration&iteration=${iteration}${at}`}
        />
      </Section>
    </div>
  );
}
