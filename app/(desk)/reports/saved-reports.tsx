'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type SavedFace, SavedTable } from '#components/report/saved-table.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';

const ScheduleDialog = lazy(() =>
  import('#components/report/schedule-dialog.tsx').then((file) => ({ default: file.ScheduleDialog })),
);
const ReasonDialog = lazy(() =>
  import('#components/ui/reason-dialog.tsx').then((file) => ({ default: file.ReasonDialog })),
);

type Asking = { kind: 'send' | 'remove'; saved: SavedFace };

/** Saved reports, and what can be done with them. */
export function SavedReports({ first, zone }: { first: Outputs['reports']['saved']; zone: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const list = useQuery(trpc.reports.saved.queryOptions(undefined, startingWith(first)));
  const channels = useQuery(trpc.reports.channels.queryOptions(undefined, { enabled: asking?.kind === 'send' }));
  const done = {
    onSuccess: () => setAsking(null),
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.reports.saved.queryKey() }),
  };
  const schedule = useMutation(trpc.reports.schedule.mutationOptions(done));
  const remove = useMutation(trpc.reports.removeSaved.mutationOptions(done));
  const ask = (next: Asking | null) => {
    schedule.reset();
    remove.reset();
    setAsking(next);
  };
  return (
    <>
      <SavedTable
        saved={list.data}
        onSchedule={(saved) => ask({ kind: 'send', saved })}
        onRemove={(saved) => ask({ kind: 'remove', saved })}
      />
      {channels.error !== null && <ErrorState what={channels.error.message} />}
      <Suspense>
        {asking?.kind === 'send' && channels.data !== undefined && (
          <ScheduleDialog
            name={asking.saved.name}
            zone={zone}
            channels={channels.data}
            pending={schedule.isPending}
            problem={schedule.error?.message}
            onSchedule={(chosen) => schedule.mutate({ id: asking.saved.id, schedule: chosen })}
            onClose={() => ask(null)}
          />
        )}
        {asking?.kind === 'remove' && (
          <ReasonDialog
            open
            onOpenChange={() => ask(null)}
            title={`Remove ${asking.saved.name}`}
            effect="It is gone for everybody and is not sent any more. The report itself stays."
            action="Remove report"
            danger
            pending={remove.isPending}
            error={remove.error?.message}
            onConfirm={() => remove.mutate({ id: asking.saved.id })}
          />
        )}
      </Suspense>
    </>
  );
}
