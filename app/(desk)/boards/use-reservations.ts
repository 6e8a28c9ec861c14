'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../_lib/trpc.ts';

const moreMinutes = 30;

/** What can be done with a reservation from a list; every list of boards reads again afterwards. */
export function useReservations() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const after = { onSettled: () => queries.invalidateQueries({ queryKey: trpc.boards.pathKey() }) };
  const extend = useMutation(trpc.boards.extend.mutationOptions(after));
  const release = useMutation(trpc.boards.release.mutationOptions(after));
  const endSeries = useMutation(trpc.boards.endSeries.mutationOptions(after));
  const move = useMutation(trpc.boards.move.mutationOptions(after));
  const all = [extend, release, endSeries, move];
  // Known before the page is drawn again, so that a double click does it once.
  const isSending = () => queries.isMutating({ mutationKey: trpc.boards.pathKey() }) > 0;
  const once = (act: () => void) => (isSending() ? undefined : act());
  return {
    busy: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error !== null)?.error?.message ?? null,
    extend: (reservation: string) => once(() => extend.mutate({ reservation, minutes: moreMinutes })),
    release: (reservation: string) => once(() => release.mutate({ reservation })),
    endSeries: (series: string) => once(() => endSeries.mutate({ series })),
    move: (moved: { reservation: string; from: number; to: number; board?: string }) => once(() => move.mutate(moved)),
    forget() {
      for (const { reset } of all) reset();
    },
  };
}
