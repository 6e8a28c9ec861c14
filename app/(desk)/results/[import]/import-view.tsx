'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { buildWords } from '#components/results/build-words.ts';
import { FileList } from '#components/results/file-list.tsx';
import { GateList } from '#components/results/gate-list.tsx';
import { OutcomeMark } from '#components/results/outcome-mark.tsx';
import { TestWithMessage } from '#components/results/test-with-message.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { count, counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { useRetry } from '../use-retry.ts';
import { executedOf, gateOf } from './gate-of.ts';

type Page = Outputs['results']['page'];

const columns: readonly Column<Page['tests'][number]>[] = [
  { key: 'test', title: 'Test', grow: true, keep: true, cell: (test) => <TestWithMessage test={test} /> },
  { key: 'outcome', title: 'Outcome', keep: true, cell: ({ outcome }) => <OutcomeMark outcome={outcome} /> },
];

const lookMs = 2_000;

type Props = {
  first: Page;
  /** Absent where nothing was executed, and where it could not be judged: then it is asked for again. */
  firstGate: Outputs['results']['gate'] | undefined;
};

/** One import: the build, its gates, what fails, and the files. */
export function ImportView({ first, firstGate }: Props) {
  const trpc = useTRPC();
  const { number, projectId } = first.import;
  const page = useQuery(
    trpc.results.page.queryOptions(
      { import: number },
      {
        ...startingWith(first),
        refetchInterval: ({ state }) => ((state.data?.import.files.waiting ?? 0) > 0 ? lookMs : false),
      },
    ),
  );
  const { import: about, files, tests, unclean } = page.data;
  const { retry, retrying, trouble } = useRetry();
  const all = executedOf(about);
  const gates = useQuery(
    trpc.results.gate.queryOptions(gateOf(about) ?? skipToken, {
      retry: false,
      ...startingWith(firstGate),
    }),
  );
  return (
    <Desk current="results" crumbs={[{ label: 'Results', href: '/results' }, { label: `#${number}` }]}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader
          title={`Import #${number}`}
          actions={
            <Button asChild>
              <Link kind="bare" href={`/compare?project=${projectId}&after=import:${number}`}>
                Compare
              </Link>
            </Button>
          }
        >
          <Link href={`/projects/${projectId}`}>
            <SafeText text={about.project} limit={80} />
          </Link>
          {buildWords(about) !== '' && (
            <>
              : <SafeText text={buildWords(about)} limit={300} />
            </>
          )}
          , measured <RelativeTime at={about.measuredAt} />, imported by <SafeText text={about.createdBy} limit={80} />
        </PageHeader>
        {trouble !== undefined && <Notice tone="bad">{trouble}</Notice>}
        <p className="tabular text-base">
          {all === 0
            ? 'No test of it was executed yet.'
            : `${percent(about.tests.passed / all)} passed: ${count(about.tests.passed)} of ${counted(all, 'test')}, ${count(about.tests.failed)} failed, ${count(about.tests.errors)} in error, ${count(about.tests.skipped)} skipped, ${count(about.tests.notRun)} not run, ${count(about.tests.flaky)} passed on a retry.`}
        </p>
        {gates.error && <ErrorState what={gates.error.message} onRetry={() => void gates.refetch()} />}
        {gates.data !== undefined && (
          <Section
            title="Quality gates"
            aside={gates.data.before === null ? 'no earlier build to compare with' : `against ${gates.data.before}`}
          >
            {gates.data.problem !== null && <Notice tone="attention">{gates.data.problem}</Notice>}
            <GateList gates={gates.data.gates} excused={gates.data.excused} />
          </Section>
        )}
        <Section title="Tests that did not pass cleanly" aside={counted(unclean, 'test')}>
          <Table
            label="Tests that did not pass cleanly"
            columns={columns}
            rows={tests}
            rowKey={({ id, outcome, message }) => `${id} ${outcome} ${message}`}
            rowHref={({ id }) => `/tests/${id}`}
            empty={
              <p className="py-2 text-ink-muted text-sm">
                {all === 0 ? 'Nothing was executed.' : 'Every executed test passed at its first attempt.'}
              </p>
            }
          />
          {unclean > tests.length && <p className="text-ink-muted text-sm">The first {tests.length} are shown.</p>}
        </Section>
        <Section title="Files" aside={counted(files.length, 'file')}>
          <FileList files={files} onRetry={({ id }) => retry(id)} retrying={retrying} />
        </Section>
      </div>
    </Desk>
  );
}
