'use client';

import { useQuery } from '@tanstack/react-query';
import { AgentCosts } from '#components/cost/agent-costs.tsx';
import { CostTotals } from '#components/cost/cost-totals.tsx';
import { AgentTable as Comparison } from '#components/knowledge/agent-table.tsx';
import { LaunchButton } from '#components/launch/launch-button.tsx';
import { Outcomes } from '#components/overview/outcomes.tsx';
import { AgentTable } from '#components/projects/agent-table.tsx';
import { BlockingTests } from '#components/projects/blocking-tests.tsx';
import { RunList } from '#components/run/run-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { Section } from '#components/ui/section.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { sumCosts } from '#lib/cost/cost.ts';
import { counted } from '#lib/format/count.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useLiveList } from '../../../_lib/use-live-list.ts';
import { Desk } from '../../../_parts/desk.tsx';

export function Project({ first }: { first: Outputs['projects']['page'] }) {
  const trpc = useTRPC();
  const { id } = first.project;
  const page = useQuery(trpc.projects.page.queryOptions({ projectId: id }, startingWith(first)));
  const { behindSince } = useLiveList([trpc.projects.page.queryKey()]);
  const { project, outcomes, agents, records, tests, costs, time, runs } = page.data;
  const ended = outcomes.reduce((sum, outcome) => sum + outcome.runs, 0);
  return (
    <Desk current="projects" crumbs={[{ label: 'Projects', href: '/projects' }, { label: project.name }]}>
      <div className="flex flex-col gap-6">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 flex-col max-md:basis-full">
            <h1 className="font-semibold text-xl">
              <ClippedText text={project.name} limit={80} />
            </h1>
            <p className="tabular wrap-anywhere text-ink-muted text-sm">
              <ClippedText text={project.repository} limit={300} />
            </p>
          </div>
          <div className="flex items-center gap-2">
            <Button asChild>
              <Link kind="bare" href={`/tests?project=${id}`}>
                Its tests
              </Link>
            </Button>
            <Button asChild>
              <Link kind="bare" href={`/lab?project=${id}`}>
                Try other criteria
              </Link>
            </Button>
            <LaunchButton folder={project.repository} />
          </div>
        </header>
        <Section title="How its runs end" aside={ended > 0 && `the last ${counted(ended, 'run')}`}>
          {ended === 0 ? (
            <p className="text-ink-muted text-sm">No run has ended yet.</p>
          ) : (
            <Outcomes
              outcomes={outcomes}
              hrefOf={(outcome) => `/runs?project=${id}&outcome=${encodeURIComponent(outcome)}`}
            />
          )}
        </Section>
        <div className="grid min-w-0 items-start gap-x-8 gap-y-6 lg:grid-cols-2">
          <Section title="Tests that do not pass" aside="at the end of the last 20 runs">
            <BlockingTests tests={tests} />
          </Section>
          <Section title="Agents" aside="asked first, the last 100 runs">
            {agents.length === 0 ? (
              <p className="py-2 text-ink-muted text-sm">No run with an agent has ended yet.</p>
            ) : (
              <AgentTable agents={agents} />
            )}
          </Section>
        </div>
        <Section title="Agents and strategies compared" aside="by what their patches did, in all its runs">
          <Comparison rows={records} isOfOne />
        </Section>
        <Section title="Cost" aside="of all its runs">
          <CostTotals cost={sumCosts(costs)} {...time} />
          <AgentCosts rows={costs} />
        </Section>
        <Section
          title="Runs"
          aside={project.live > 0 && `${project.live} live`}
          actions={
            <Link href={`/runs?project=${id}`} className="text-sm">
              All its runs
            </Link>
          }
        >
          <RunList runs={runs} empty={<p className="py-2 text-ink-muted text-sm">No run yet.</p>} />
        </Section>
      </div>
    </Desk>
  );
}
