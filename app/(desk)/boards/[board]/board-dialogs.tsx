'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import type { HealthChoice } from './health-choices.ts';

const ReasonDialog = dynamic(() => import('#components/ui/reason-dialog.tsx').then((module) => module.ReasonDialog));
const HandOverDialog = dynamic(() =>
  import('#components/board/hand-over-dialog.tsx').then((module) => module.HandOverDialog),
);

export type OpenDialog =
  | { kind: 'force' }
  | { kind: 'health'; choice: HealthChoice }
  | { kind: 'hand-over' }
  | { kind: 'share' };

type Props = { page: Outputs['boards']['page']; open: OpenDialog; onClose: () => void };

/** The dialog that was asked for; it closes when what it asks is done, or when the board has meanwhile become nobody's. */
export function BoardDialogs({ page: { board, reservation, me }, open, onClose }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const done = {
    onSuccess() {
      onClose();
      void queries.invalidateQueries({ queryKey: trpc.boards.pathKey() });
    },
  };
  const force = useMutation(trpc.boards.release.mutationOptions(done));
  const health = useMutation(trpc.boards.setHealth.mutationOptions(done));
  const handOver = useMutation(trpc.boards.handOver.mutationOptions(done));
  const share = useMutation(trpc.boards.share.mutationOptions(done));
  const isForOthers = open.kind === 'hand-over' || open.kind === 'share';
  const people = useQuery(trpc.boards.people.queryOptions(undefined, { enabled: isForOthers })).data;

  if (open.kind === 'health') {
    const { to, label, effect } = open.choice;
    return (
      <ReasonDialog
        open
        onOpenChange={onClose}
        title={`${board.name}: ${label.toLowerCase()}`}
        effect={effect}
        action={label}
        danger={to === 'retired'}
        reasonHint="The history of the board keeps it."
        pending={health.isPending}
        error={health.error?.message}
        onConfirm={(reason) => health.mutate({ board: board.id, health: to, reason })}
      />
    );
  }
  if (reservation === null) return null;
  const { id, holder, sharedWith } = reservation;
  if (open.kind === 'force')
    return (
      <ReasonDialog
        open
        onOpenChange={onClose}
        title={`Take ${board.name} from ${holder}`}
        effect="Their lease and reservation end at once, their consoles close, and the next in the queue gets the board."
        action="Take it"
        danger
        reasonHint="They and the history of the board are told."
        pending={force.isPending}
        error={force.error?.message}
        onConfirm={(reason) => force.mutate({ reservation: id, reason })}
      />
    );
  if (people === undefined) return null;
  const others = people.filter((one) => one !== me && !sharedWith.includes(one));
  if (open.kind === 'hand-over')
    return (
      <HandOverDialog
        title={`Hand over ${board.name}`}
        description="It is theirs for the rest of the time; what you have open on it closes."
        action="Hand over"
        people={others}
        pending={handOver.isPending}
        error={handOver.error?.message}
        onClose={onClose}
        onChoose={(to) => handOver.mutate({ reservation: id, to })}
      />
    );
  return (
    <HandOverDialog
      title={`Share ${board.name}`}
      description="They may work with it as you do, until your time is up."
      action="Share"
      people={others}
      pending={share.isPending}
      error={share.error?.message}
      onClose={onClose}
      onChoose={(person) => share.mutate({ reservation: id, with: [...sharedWith, person] })}
    />
  );
}
