'use client';

import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Input } from '#components/ui/input.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { Toolbar } from '#components/ui/toolbar.tsx';
import type { Outputs } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';
import { FailuresPart } from './failures-part.tsx';
import { TestsPart } from './tests-part.tsx';
import { useTestSearch } from './use-test-search.ts';

const shows = [
  { value: 'failing', label: 'Failing' },
  { value: 'flaky', label: 'Flaky' },
  { value: 'failures', label: 'By message' },
  { value: 'quarantine', label: 'Quarantine' },
  { value: 'all', label: 'All' },
] as const;

/** Tests of a project over builds and runs. */
export function Tests({ places }: { places: Outputs['results']['places'] }) {
  const search = useTestSearch(places);
  const { chosen, branch, text, show, change } = search;
  return (
    <Desk current="tests" crumbs={[{ label: 'Tests' }]}>
      <div className="flex min-w-0 flex-col gap-4">
        <PageHeader
          title="Tests"
          actions={
            <>
              <HelpLink page="results" />
              {chosen !== undefined && (
                <Button asChild>
                  <Link kind="bare" href={`/compare?project=${chosen.id}`}>
                    Compare
                  </Link>
                </Button>
              )}
            </>
          }
        >
          How each test did lately, in builds and in runs.
          {chosen !== undefined && (
            <>
              {' '}
              <Link href={`/tests/identity?project=${chosen.id}`}>How tests are recognised</Link>
            </>
          )}
        </PageHeader>
        {chosen === undefined ? (
          <EmptyState title="No tests yet">
            Tests are known as soon as a run has measured them or results were imported:{' '}
            <code>firmloop results import build/*.xml --project NAME</code>.
          </EmptyState>
        ) : (
          <>
            <Toolbar label="Which tests">
              <Select
                aria-label="Project"
                className="w-48"
                value={chosen.id}
                options={places.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(project) => change({ project, branch: '' })}
              />
              <Select
                aria-label="Branch"
                className="w-48"
                value={branch}
                options={[
                  { value: '', label: 'All branches and runs' },
                  ...chosen.branches.map((one) => ({ value: one, label: one })),
                ]}
                onChange={(value) => change({ branch: value })}
              />
              <Segmented
                label="What to show"
                options={shows}
                value={show}
                onChange={(value) => change({ show: value })}
              />
              {show !== 'failures' && (
                <Input
                  type="search"
                  aria-label="Look for a test"
                  placeholder="Part of its name"
                  className="w-full max-w-64"
                  value={text}
                  onChange={({ target }) => change({ q: target.value })}
                />
              )}
            </Toolbar>
            {show === 'failures' ? (
              <FailuresPart projectId={chosen.id} branch={branch === '' ? null : branch} />
            ) : (
              <TestsPart search={{ ...search, projectId: chosen.id, show }} />
            )}
          </>
        )}
      </div>
    </Desk>
  );
}
