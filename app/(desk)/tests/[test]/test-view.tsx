'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DurationChart } from '#components/results/duration-chart.tsx';
import { HistoryTable } from '#components/results/history-table.tsx';
import { NoteLine } from '#components/results/note-line.tsx';
import { OutcomeStrip } from '#components/results/outcome-strip.tsx';
import { TestFindings } from '#components/results/test-findings.tsx';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { counted } from '#lib/format/count.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { NoteEditor } from '../note-editor.tsx';
import { NamesPart } from './names-part.tsx';

const shownOutcomes = 100;
const nobody = { owner: null, issue: null, note: null };

/** One test over builds and runs. */
export function TestView({ first }: { first: Outputs['results']['test'] }) {
  const trpc = useTRPC();
  const page = useQuery(trpc.results.test.queryOptions({ testId: first.test.id }, startingWith(first)));
  const { test, results, flakiness, streak, failsOnly, notes, quarantined, formula, statistic, isCut } = page.data;
  const [isEditing, setEditing] = useState(false);
  const failure = streak?.firstBad.signature ?? null;
  const note = failure === null ? undefined : notes[failure];
  const strip = results
    .slice(0, shownOutcomes)
    .map(({ outcome }) => outcome)
    .toReversed();
  return (
    <Desk
      current="tests"
      crumbs={[{ label: 'Tests', href: `/tests?project=${test.projectId}` }, { label: test.name.slice(0, 60) }]}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex min-w-0 flex-col gap-1">
          <h1 className="wrap-anywhere font-semibold text-xl">
            <ClippedText text={test.name} limit={200} />
          </h1>
          <p className="wrap-anywhere text-ink-muted text-sm">
            <Link href={`/projects/${test.projectId}`}>
              <SafeText text={test.project} limit={80} />
            </Link>
            {test.suite !== '' && (
              <>
                {' '}
                · <SafeText text={test.suite} limit={200} />
              </>
            )}
          </p>
        </header>
        {quarantined !== null && (
          <Notice tone="attention">
            In quarantine: {quarantined.because}
            {quarantined.until !== null && `, until ${quarantined.until}`}. Its failures close no gate.
          </Notice>
        )}
        {results.length === 0 ? (
          <EmptyState title="No result yet">This test is known by name; no measurement that counts has it.</EmptyState>
        ) : (
          <>
            <Section
              title="What its history says"
              aside={isCut ? `the last ${results.length} results` : counted(results.length, 'result')}
              actions={
                failure !== null && (
                  <Button onClick={() => setEditing(true)}>{note === undefined ? 'Take it on' : 'Change'}</Button>
                )
              }
            >
              <div className="max-w-full overflow-x-auto py-1">
                <OutcomeStrip outcomes={strip} />
              </div>
              <TestFindings {...{ streak, flakiness, formula, failsOnly, statistic }} />
              {note !== undefined && <NoteLine note={note} />}
            </Section>
            <Section title="How long it takes">
              <DurationChart results={results} />
            </Section>
            <Section title="Results" aside="newest first">
              <HistoryTable results={results} />
            </Section>
          </>
        )}
        <NamesPart test={test} />
      </div>
      {isEditing && failure !== null && (
        <NoteEditor
          projectId={test.projectId}
          signature={failure}
          note={note ?? nobody}
          onClose={() => setEditing(false)}
        />
      )}
    </Desk>
  );
}
