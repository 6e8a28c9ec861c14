'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { Comparison } from '#components/results/comparison.tsx';
import { SelectionField } from '#components/results/selection-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Select } from '#components/ui/select.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { useSettled } from '../../_lib/use-settled.ts';
import { Desk } from '../../_parts/desk.tsx';

const word = parseAsString.withDefault('');
const fields = { project: word, before: word, after: word };

/** Any two measurements of a project, test by test. */
export function Compare({ places }: { places: Outputs['results']['places'] }) {
  const [{ project, before, after }, set] = useQueryStates(fields);
  const chosen = places.find(({ id }) => id === project) ?? places[0];
  const suggestions = [...(chosen?.branches ?? []).map((branch) => `branch:${branch}`), 'release'];
  return (
    <Desk current="results" crumbs={[{ label: 'Results', href: '/results' }, { label: 'Compare' }]}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader title="Compare" actions={<HelpLink page="results" />}>
          Two builds, runs, iterations or branches: import:12, run:5, run:5/3, branch:main, release or release:v1.2.
        </PageHeader>
        {chosen === undefined ? (
          <EmptyState title="Nothing to compare yet">Import results, or launch a run.</EmptyState>
        ) : (
          <>
            <div className="grid items-end gap-3 md:grid-cols-[12rem_1fr_auto_1fr]">
              <Select
                aria-label="Project"
                value={chosen.id}
                options={places.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(value) => void set({ project: value, before: '', after: '' })}
              />
              <SelectionField
                label="Before"
                value={before}
                suggestions={suggestions}
                onChange={(value) => void set({ before: value })}
              />
              <Button
                size="md"
                aria-label="Swap before and after"
                onClick={() => void set({ before: after, after: before })}
              >
                <ArrowLeftRight aria-hidden />
              </Button>
              <SelectionField
                label="After"
                value={after}
                suggestions={suggestions}
                onChange={(value) => void set({ after: value })}
              />
            </div>
            <Compared projectId={chosen.id} before={before} after={after} />
          </>
        )}
      </div>
    </Desk>
  );
}

function Compared({ projectId, ...named }: { projectId: string; before: string; after: string }) {
  const trpc = useTRPC();
  const before = useSettled(named.before.trim());
  const after = useSettled(named.after.trim());
  const isNamed = before !== '' && after !== '';
  const found = useQuery(
    trpc.results.compare.queryOptions(
      { projectId, before, after },
      { enabled: isNamed, retry: false, placeholderData: keepPreviousData },
    ),
  );
  if (!isNamed)
    return <EmptyState title="Name two measurements">The change of each test between them will stand here.</EmptyState>;
  if (found.error) return <ErrorState what={found.error.message} next={found.error.data?.next} />;
  if (found.data === undefined) return <SkeletonRows rows={6} label="The comparison is on its way" />;
  const { before: was, after: is, counts, tests, listedOfEach } = found.data;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-sm">
        From <Link href={was.href}>{was.label}</Link> to <Link href={is.href}>{is.label}</Link>
      </p>
      <Comparison counts={counts} tests={tests} listedOfEach={listedOfEach} />
    </div>
  );
}
