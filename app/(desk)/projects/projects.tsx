'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { LaunchButton } from '#components/launch/launch-button.tsx';
import { ProjectTable } from '#components/projects/project-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { useLiveList } from '../../_lib/use-live-list.ts';
import { Desk } from '../../_parts/desk.tsx';

export function Projects({ first }: { first: Outputs['projects']['list'] }) {
  const trpc = useTRPC();
  const [text, setText] = useQueryState('q', parseAsString.withDefault(''));
  const list = useQuery(
    trpc.projects.list.queryOptions(
      { text },
      { placeholderData: keepPreviousData, ...(text === '' && startingWith(first)) },
    ),
  );
  const { behindSince } = useLiveList([trpc.projects.list.queryKey()]);
  return (
    <Desk current="projects" crumbs={[{ label: 'Projects' }]}>
      <div className="flex flex-col gap-4">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        <PageHeader
          title="Projects"
          actions={
            <>
              <HelpLink page="projects" />
              <LaunchButton />
            </>
          }
        >
          The firmware we work on, and how the last twenty runs of each ended.
        </PageHeader>
        <Input
          type="search"
          aria-label="Search by name or folder"
          placeholder="Name or folder"
          value={text}
          maxLength={200}
          onChange={(event) => void setText(event.target.value || null)}
          className="w-64 max-md:w-full"
        />
        {list.error && <ErrorState what={list.error.message} onRetry={() => void list.refetch()} />}
        <ProjectTable
          projects={list.data?.projects ?? []}
          empty={
            <EmptyState
              title={text === '' ? 'No projects yet' : 'No project matches'}
              action={text === '' ? <LaunchButton /> : undefined}
            >
              {text === ''
                ? 'A project begins with the first run that is launched in its folder.'
                : 'Change the search to see others.'}
            </EmptyState>
          }
        />
        {list.data?.isCut && <Notice tone="idle">These are the 200 launched last: search for others.</Notice>}
      </div>
    </Desk>
  );
}
