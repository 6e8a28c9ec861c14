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
  const move = useMutation(trpc.boards.move.mutationOptions(after));
  return {
    busy: extend.isPending || release.isPending || move.isPending,
    error: extend.error?.message ?? release.error?.message ?? move.error?.message ?? null,
    extend: (reservation: string) => extend.mutate({ reservation, minutes: moreMinutes }),
    release: (reservation: string) => release.mutate({ reservation }),
    move: (moved: { reservation: string; from: number; to: number; board?: string }) => move.mutate(moved),
    forget() {
      extend.reset();
      release.reset();
      move.reset();
    },
  };
}
