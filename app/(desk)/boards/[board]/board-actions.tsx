'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, type MenuItem } from '#components/ui/dropdown-menu.tsx';
import type { BoardHealth } from '#lib/boards/board.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

const ReasonDialog = dynamic(() => import('#components/ui/reason-dialog.tsx').then((module) => module.ReasonDialog));
const HandOverDialog = dynamic(() =>
  import('#components/board/hand-over-dialog.tsx').then((module) => module.HandOverDialog),
);

type Open = { kind: 'force' } | { kind: 'health'; to: BoardHealth } | { kind: 'hand-over' } | { kind: 'share' };

/** How a board's health is set by hand: the words of the button, and what follows. */
const healths = [
  {
    to: 'maintenance',
    label: 'Put into maintenance',
    effect:
      'Nobody is given this board until somebody says that it is good. Reservations to come move to other boards of its kind.',
  },
  { to: 'good', label: 'Say that it is good', effect: 'The board is given away again.' },
  { to: 'bad', label: 'Say that it is bad', effect: 'Nobody is given this board until somebody says that it is good.' },
  { to: 'retired', label: 'Retire', effect: 'The board leaves the fleet; its history stays.' },
] as const satisfies readonly { to: BoardHealth; label: string; effect: string }[];

/** What else can be done with a board: taking it, giving it on, saying what it is worth. */
export function BoardActions({ page }: { page: Outputs['boards']['page'] }) {
  const { board, reservation, mayReserve, mayManage, me } = page;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const done = {
    onSuccess() {
      setOpen(null);
      void queries.invalidateQueries({ queryKey: trpc.boards.pathKey() });
    },
  };
  const force = useMutation(trpc.boards.release.mutationOptions(done));
  const health = useMutation(trpc.boards.setHealth.mutationOptions(done));
  const handOver = useMutation(trpc.boards.handOver.mutationOptions(done));
  const share = useMutation(trpc.boards.share.mutationOptions(done));
  const people = useQuery(
    trpc.boards.people.queryOptions(undefined, { enabled: open?.kind === 'hand-over' || open?.kind === 'share' }),
  );
  const isMine = reservation?.holder === me;
  const items: MenuItem[] = [
    ...(isMine
      ? [
          { id: 'hand-over', label: 'Hand over…', onSelect: () => setOpen({ kind: 'hand-over' }) },
          { id: 'share', label: 'Share…', onSelect: () => setOpen({ kind: 'share' }) },
        ]
      : []),
    ...(mayManage && reservation !== null && !isMine
      ? [
          {
            id: 'force',
            label: `Take it from ${reservation.holder}…`,
            danger: true,
            onSelect: () => setOpen({ kind: 'force' }),
          },
        ]
      : []),
    ...(mayManage
      ? healths
          .filter(({ to }) => to !== board.health)
          .map(({ to, label }) => ({ id: to, label: `${label}…`, onSelect: () => setOpen({ kind: 'health', to }) }))
      : []),
  ];
  if (items.length === 0 || !mayReserve) return null;
  const chosen = open?.kind === 'health' ? healths.find(({ to }) => to === open.to) : undefined;
  const others = (people.data ?? []).filter((one) => one !== me && !(reservation?.sharedWith ?? []).includes(one));
  return (
    <>
      <DropdownMenu
        align="end"
        items={items}
        trigger={
          <Button aria-label="More">
            <Ellipsis aria-hidden /> More
          </Button>
        }
      />
      {open?.kind === 'force' && reservation !== null && (
        <ReasonDialog
          open
          onOpenChange={() => setOpen(null)}
          title={`Take ${board.name} from ${reservation.holder}`}
          effect="Their lease and reservation end at once, their consoles close, and the next in the queue gets the board."
          action="Take it"
          danger
          reasonHint="They and the history of the board are told."
          pending={force.isPending}
          error={force.error?.message}
          onConfirm={(reason) => force.mutate({ reservation: reservation.id, reason })}
        />
      )}
      {chosen !== undefined && (
        <ReasonDialog
          open
          onOpenChange={() => setOpen(null)}
          title={`${board.name}: ${chosen.label.toLowerCase()}`}
          effect={chosen.effect}
          action={chosen.label}
          danger={chosen.to === 'retired'}
          reasonHint="The history of the board keeps it."
          pending={health.isPending}
          error={health.error?.message}
          onConfirm={(reason) => health.mutate({ board: board.id, health: chosen.to, reason })}
        />
      )}
      {open?.kind === 'hand-over' && reservation !== null && people.data !== undefined && (
        <HandOverDialog
          title={`Hand over ${board.name}`}
          description="It is theirs for the rest of the time; what you have open on it closes."
          action="Hand over"
          people={others}
          pending={handOver.isPending}
          error={handOver.error?.message}
          onClose={() => setOpen(null)}
          onChoose={(to) => handOver.mutate({ reservation: reservation.id, to })}
        />
      )}
      {open?.kind === 'share' && reservation !== null && people.data !== undefined && (
        <HandOverDialog
          title={`Share ${board.name}`}
          description="They may work with it as you do, until your time is up."
          action="Share"
          people={others}
          pending={share.isPending}
          error={share.error?.message}
          onClose={() => setOpen(null)}
          onChoose={(person) =>
            share.mutate({ reservation: reservation.id, with: [...reservation.sharedWith, person] })
          }
        />
      )}
    </>
  );
}
