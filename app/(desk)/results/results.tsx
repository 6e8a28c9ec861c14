'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createSerializer, parseAsBoolean, parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import { FileList } from '#components/results/file-list.tsx';
import { ImportTable } from '#components/results/import-table.tsx';
import { UploadForm } from '#components/results/upload-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Section } from '#components/ui/section.tsx';
import { Select } from '#components/ui/select.tsx';
import { counted } from '#lib/format/count.ts';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';
import { useRetry } from './use-retry.ts';
import { useUpload } from './use-upload.ts';

const fields = {
  project: parseAsString.withDefault(''),
  before: parseAsInteger,
  add: parseAsBoolean.withDefault(false),
};
const serialize = createSerializer(fields);

/** While something waits, the page looks again so often. */
const lookMs = 2_000;

/** Imports of results, newest first, with what waits and what lies aside. */
export function Results({ first }: { first: Outputs['results']['overview'] }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [{ project, before, add }, set] = useQueryStates(fields);
  const isFirst = project === '' && before === null;
  const found = useQuery(
    trpc.results.overview.queryOptions(
      { projectId: project === '' ? null : project, before },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => ((state.data?.backlog.waiting ?? 0) > 0 ? lookMs : false),
        ...(isFirst && startingWith(first)),
      },
    ),
  );
  const { imports, older, backlog, setAside, projects } = found.data ?? first;
  const { isBusy, troubles, upload } = useUpload((href) => router.push(href));
  const { retry, retrying, trouble } = useRetry();
  return (
    <Desk current="results" crumbs={[{ label: 'Results' }]}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader
          title="Results"
          actions={
            <>
              <HelpLink page="results" />
              <Button asChild>
                <Link kind="bare" href="/compare">
                  Compare
                </Link>
              </Button>
              <Button kind="primary" aria-expanded={add} onClick={() => void set({ add: !add })}>
                Import files
              </Button>
            </>
          }
        >
          Test results of ordinary builds. Those of runs stand in the runs; the history of tests has both.
        </PageHeader>
        {found.error && <ErrorState what={found.error.message} onRetry={() => void found.refetch()} />}
        {trouble !== undefined && <Notice tone="bad">{trouble}</Notice>}
        {backlog.waiting > 0 && (
          <Notice tone="busy">
            {counted(backlog.waiting, 'file')} {backlog.waiting === 1 ? 'waits' : 'wait'} to be read
            {backlog.oldestAt !== null && (
              <>
                , the oldest came <RelativeTime at={backlog.oldestAt} />
              </>
            )}
            .
          </Notice>
        )}
        {add && (
          <Section title="Import files">
            {projects.length === 0 ? (
              <p className="text-ink-muted text-sm">
                There is no project yet. <code>firmloop results import FILE… --project NAME</code> makes one.
              </p>
            ) : (
              <UploadForm
                projects={projects}
                isBusy={isBusy}
                troubles={troubles}
                onUpload={(files, facts) => void upload(files, facts)}
              />
            )}
          </Section>
        )}
        {setAside.length > 0 && (
          <Section title="Set aside" aside="could not be read, and holds up nothing else">
            <FileList files={setAside} withImport onRetry={({ id }) => retry(id)} retrying={retrying} />
          </Section>
        )}
        <Section
          title="Imports"
          aside="newest first"
          actions={
            <Select
              aria-label="Project"
              className="w-48"
              value={project}
              options={[
                { value: '', label: 'All projects' },
                ...projects.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(value) => void set({ project: value, before: null })}
            />
          }
        >
          {imports.length === 0 ? (
            <EmptyState title={isFirst ? 'No results imported yet' : 'No imports here'}>
              {isFirst ? (
                <>
                  Bring the test output that your builds already make:{' '}
                  <code>firmloop results import build/*.xml --project NAME --branch main</code>, or the button above.
                  Then the history of each test, comparisons and quality gates have something to stand on.
                </>
              ) : (
                'Choose another project, or go back to the newest.'
              )}
            </EmptyState>
          ) : (
            <ImportTable imports={imports} />
          )}
          <Pager
            label="Pages of imports"
            newer={before === null ? undefined : `/results${serialize({ project })}`}
            older={older === null ? undefined : `/results${serialize({ project, before: older })}`}
          />
        </Section>
      </div>
    </Desk>
  );
}
