'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { debounce, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { AgentTable } from '#components/knowledge/agent-table.tsx';
import { LessonCard } from '#components/knowledge/lesson-card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Input } from '#components/ui/input.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';

const fields = { q: parseAsString.withDefault(''), helped: parseAsBoolean.withDefault(false) };

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'helped', label: 'What helped' },
] as const;

/** Lessons of past runs by what is looked for, and how agents compare. */
export function Knowledge({
  first,
  agents,
}: {
  first: Outputs['knowledge']['search'];
  agents: Outputs['knowledge']['agents'];
}) {
  const trpc = useTRPC();
  const [{ q, helped }, set] = useQueryStates(fields);
  const isFirst = q === '' && !helped;
  const found = useQuery(
    trpc.knowledge.search.queryOptions(
      { text: q, onlyHelped: helped },
      { placeholderData: keepPreviousData, ...(isFirst && startingWith(first)) },
    ),
  );
  const lessons = found.data ?? [];
  return (
    <Desk current="knowledge" crumbs={[{ label: 'Knowledge' }]}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader title="Knowledge" actions={<HelpLink page="knowledge" />}>
          What failed in past runs, what was tried, and what came of it.
        </PageHeader>
        <div className="flex flex-wrap items-center gap-2">
          <Input
            type="search"
            aria-label="Look for a failure"
            placeholder="A test, a message, a word of a patch"
            className="w-full max-w-md"
            value={q}
            onChange={({ target }) => void set({ q: target.value }, { limitUrlUpdates: debounce(300) })}
          />
          <Segmented
            label="Which lessons"
            options={kinds}
            value={helped ? 'helped' : 'all'}
            onChange={(kind) => void set({ helped: kind === 'helped' })}
          />
        </div>
        <Section
          title="Lessons"
          aside={lessons.length === 0 ? undefined : q === '' ? 'newest first' : 'best match first'}
        >
          {lessons.length === 0 ? (
            <EmptyState title={isFirst ? 'Nothing learned yet' : 'No such failure'}>
              {isFirst
                ? 'Every run that ends leaves here what failed, what was tried and what came of it.'
                : 'Try fewer or other words; names of tests and messages are searched, and patches too.'}
            </EmptyState>
          ) : (
            <div className="flex min-w-0 flex-col">
              {lessons.map((lesson) => (
                <LessonCard key={`${lesson.runId} ${lesson.kind} ${lesson.iteration}`} lesson={lesson} />
              ))}
            </div>
          )}
        </Section>
        <Section title="Agents and strategies compared" aside="by what their patches did">
          <AgentTable rows={agents} />
        </Section>
      </div>
    </Desk>
  );
}
