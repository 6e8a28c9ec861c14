'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TestTable } from '#components/results/test-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { Section } from '#components/ui/section.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { counted } from '#lib/format/count.ts';
import { type Inputs, type Outputs, useTRPC } from '../../_lib/trpc.ts';

type View = NonNullable<Inputs['results']['tests']['view']>;

type Search = {
  projectId: string;
  branch: string;
  text: string;
  show: View;
  offset: number;
  pageHref: (offset: number) => string;
};

const titles = {
  failing: {
    title: 'Failing tests',
    empty: 'Nothing fails',
    says: 'In the newest measurements every test that failed has passed since.',
  },
  flaky: {
    title: 'Flaky tests',
    empty: 'Nothing is flaky',
    says: 'No test disagrees with itself often enough to raise the alarm.',
  },
  quarantine: {
    title: 'Tests in quarantine',
    empty: 'Nothing fails in quarantine',
    says: 'The list is firmloop-quarantine.yaml in the repository of the firmware; of its tests those are shown that failed lately.',
  },
  all: { title: 'All tests', empty: 'No such test', says: 'Try another part of the name.' },
} as const satisfies Record<View, { title: string; empty: string; says: string }>;

const pageRows = 50;

/** A page of tests. */
export function TestsPart({ search }: { search: Search }) {
  const trpc = useTRPC();
  const { projectId, branch, text, show: view, offset, pageHref } = search;
  const found = useQuery(
    trpc.results.tests.queryOptions(
      { projectId, branch: branch === '' ? null : branch, text, view, offset },
      { placeholderData: keepPreviousData },
    ),
  );
  const { title, empty, says } = titles[view];
  if (found.error) return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonRows rows={8} label="Tests are on their way" />;
  const { rows, total, recentMeasurements, isCut, problem, expired, formula } = found.data;
  const range =
    view === 'all'
      ? counted(total, 'test')
      : `${counted(total, 'test')}, by the last builds and iterations, ${recentMeasurements} at most`;
  return (
    <Section title={title} aside={range}>
      {problem !== null && <Notice tone="attention">{problem}</Notice>}
      {expired.length > 0 && <Expired entries={expired} />}
      {isCut && (
        <Notice tone="attention">So many tests fail that only those that fail most often are looked at.</Notice>
      )}
      {rows.length === 0 ? <EmptyState title={empty}>{says}</EmptyState> : <TestTable tests={rows} />}
      {view === 'flaky' && <p className="max-w-prose text-ink-muted text-xs">{formula}</p>}
      <Pager
        label="Pages of tests"
        newer={offset === 0 ? undefined : pageHref(Math.max(offset - pageRows, 0))}
        older={offset + pageRows < total ? pageHref(offset + pageRows) : undefined}
      />
    </Section>
  );
}

function Expired({ entries }: { entries: Outputs['results']['tests']['expired'] }) {
  return (
    <Notice tone="attention">
      The quarantine of {counted(entries.length, 'entry', 'entries')} is over:{' '}
      {entries
        .map(({ test }) => test)
        .slice(0, 5)
        .join(', ')}
      . These tests count again.
    </Notice>
  );
}
