'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { repeats } from '#components/board/repeats.ts';
import { ReserveDialog, type ReserveWish } from '#components/board/reserve-dialog.tsx';
import type { ReserveDraft } from '#components/board/types.ts';
import { useZone } from '#components/ui/zone.tsx';
import { useTRPC } from '../../_lib/trpc.ts';

type Props = { draft: ReserveDraft; mayPrecede: boolean; onClose: () => void };

/** The dialog that reserves. */
export function Reserve({ draft, mayPrecede, onClose }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const zone = useZone();
  const then = {
    onSuccess() {
      void queries.invalidateQueries({ queryKey: trpc.boards.pathKey() });
      onClose();
    },
  };
  const once = useMutation(trpc.boards.reserve.mutationOptions(then));
  const again = useMutation(trpc.boards.repeat.mutationOptions(then));
  const error = once.error ?? again.error;
  function reserve({ repeat, from, wait, priority, ...wish }: ReserveWish) {
    // Known before the dialog is drawn again: a double click would reserve two boards.
    if (queries.isMutating({ mutationKey: trpc.boards.pathKey() }) > 0) return;
    const { rule } = repeats[repeat];
    if (rule !== null && from !== null) again.mutate({ ...wish, firstAt: from, zone, rule });
    else once.mutate({ ...wish, from, wait, priority });
  }
  return (
    <ReserveDialog
      draft={draft}
      zone={zone}
      mayPrecede={mayPrecede}
      pending={once.isPending || again.isPending}
      error={error === null ? undefined : [error.message, error.data?.next].filter(Boolean).join(' ')}
      onClose={onClose}
      onReserve={reserve}
    />
  );
}
