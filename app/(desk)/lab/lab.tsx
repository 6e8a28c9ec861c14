'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { LabCriteria } from '#components/lab/lab-criteria.tsx';
import { LabTotals } from '#components/lab/lab-totals.tsx';
import { ReplayTable } from '#components/lab/replay-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Field } from '#components/ui/field.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { Select } from '#components/ui/select.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import { useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';
import { useLabAddress } from './use-lab-address.ts';

const SavePreset = lazy(() =>
  import('#components/lab/save-preset.tsx').then((module) => ({ default: module.SavePreset })),
);

const RemovePreset = lazy(() =>
  import('#components/lab/remove-preset.tsx').then((module) => ({ default: module.RemovePreset })),
);

export function Lab({ projects }: { projects: readonly { id: string; name: string }[] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const lab = useLabAddress();
  const input = useDeferredValue(lab.input);
  const answer = useQuery(trpc.lab.replay.queryOptions(input, { placeholderData: keepPreviousData, retry: false }));
  const [dialog, setDialog] = useState<'save' | 'remove' | null>(null);
  const save = useMutation(
    trpc.lab.savePreset.mutationOptions({
      onSuccess: async ({ name }) => {
        await queries.invalidateQueries({ queryKey: trpc.lab.replay.queryKey() });
        lab.set({ preset: name, with: {}, max: '' });
        setDialog(null);
      },
    }),
  );
  const remove = useMutation(
    trpc.lab.removePreset.mutationOptions({
      onSuccess: () => {
        lab.set({ preset: 'STANDARD', with: {}, max: '' });
        setDialog(null);
        return queries.invalidateQueries({ queryKey: trpc.lab.replay.queryKey() });
      },
    }),
  );
  const { data } = answer;
  return (
    <Desk current="runs" crumbs={[{ label: 'Runs', href: '/runs' }, { label: 'Convergence lab' }]}>
      <div className="flex flex-col gap-4">
        <PageHeader
          title="Convergence lab"
          actions={
            <>
              <HelpLink page="lab" />
              <Button onClick={() => setDialog('save')} disabled={data === undefined || answer.error !== null}>
                Save as preset…
              </Button>
            </>
          }
        >
          Where would recorded runs have stopped under other criteria? What was never run stays unknown. The address of
          this page holds the whole question: send it to a colleague.
        </PageHeader>
        <div className="grid min-w-0 items-start gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,9fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <Section title="Which runs">
              <div className="grid gap-3 sm:grid-cols-2">
                <Field label="Project">
                  <Select
                    options={[
                      { value: '', label: 'every project' },
                      ...projects.map(({ id, name }) => ({ value: id, label: visibleText(clip(name, 60).text) })),
                    ]}
                    value={lab.project}
                    onChange={(project) => lab.set({ project, run: null })}
                  />
                </Field>
                <Field label="Only run" optional>
                  <Input
                    mono
                    inputMode="numeric"
                    placeholder="#142"
                    value={lab.run === null ? '' : String(lab.run)}
                    maxLength={9}
                    onChange={(event) => lab.set({ run: numberIn(event.target.value) })}
                  />
                </Field>
              </div>
            </Section>
            <Section title="Criteria to try">
              {data === undefined ? (
                <SkeletonRows rows={6} label="Reading the criteria" />
              ) : (
                <LabCriteria
                  builtIn={data.builtIn}
                  saved={data.presets}
                  preset={lab.preset}
                  fields={data.fields}
                  changes={lab.changes}
                  maxIterations={{ written: lab.max, value: data.maxIterations }}
                  onPreset={(preset) => lab.set({ preset, with: {}, max: '' })}
                  onChange={lab.setChange}
                  onMaxIterations={(max) => lab.set({ max })}
                  onRemove={() => setDialog('remove')}
                  onReset={() => lab.set({ with: {}, max: '' })}
                />
              )}
            </Section>
          </div>
          <Section title="What would have become of them" aside={data && <Shown data={data} />}>
            {answer.error && <ErrorState what={answer.error.message} next={answer.error.data?.next} />}
            {data === undefined && answer.error === null && <SkeletonRows rows={6} label="Replaying" />}
            {data !== undefined && data.tooLong > 0 && (
              <Notice tone="attention">{counted(data.tooLong, 'run')} of more than 200 iterations left out.</Notice>
            )}
            {data !== undefined && data.runs.length > 0 && (
              <div aria-busy={answer.isFetching} className="flex min-w-0 flex-col gap-4">
                <LabTotals totals={data.totals} />
                <ReplayTable runs={data.runs} />
              </div>
            )}
            {data !== undefined && data.runs.length === 0 && (
              <EmptyState title="Nothing to replay">
                Runs of the firmware loop appear here when they have ended; one run by its number also while it goes on.
              </EmptyState>
            )}
          </Section>
        </div>
      </div>
      {dialog === 'save' && (
        <Suspense>
          <SavePreset
            pending={save.isPending}
            problem={save.error?.message}
            onSave={(name, note) => save.mutate({ name, note, criteria: lab.criteria })}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === 'remove' && data !== undefined && (
        <Suspense>
          <RemovePreset
            name={lab.preset}
            pending={remove.isPending}
            problem={remove.error?.message}
            onRemove={() => {
              const chosen = data.presets.find(({ name }) => name === lab.preset);
              if (chosen !== undefined) remove.mutate({ id: chosen.id });
            }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </Desk>
  );
}

function Shown({ data }: { data: { runs: readonly unknown[]; mostRuns: number } }) {
  return data.runs.length < data.mostRuns
    ? counted(data.runs.length, 'run')
    : `the newest ${counted(data.mostRuns, 'run')}`;
}

function numberIn(text: string): number | null {
  const [digits] = /\d{1,9}/.exec(text) ?? [];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}
