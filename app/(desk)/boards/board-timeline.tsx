'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { Timeline } from '#components/board/timeline.tsx';
import type { ReserveDraft, TimelineBar } from '#components/board/types.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useZone } from '#components/ui/zone.tsx';
import { axisOf, axisTitle, spans, turned } from '#lib/reservation/timeline/axis.ts';
import { isOnCalendar } from '#lib/reservation/timeline/calendar.ts';
import type { Gesture, Outcome } from '#lib/reservation/timeline/gesture.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { useReservations } from './use-reservations.ts';

type BoardTimelineProps = {
  boards: Outputs['boards']['fleet']['boards'];
  me: string;
  managesAt: readonly string[] | null;
  onDraft: (draft: ReserveDraft) => void;
  /** Stands there instead where no board is shown. */
  empty: ReactNode;
};

/** What others book is seen so much later, milliseconds. */
const lookEveryMs = 3_000;

/** The boards' reservations over a day or a week of the reader's zone. */
export function BoardTimeline({ boards, me, managesAt, onDraft, empty }: BoardTimelineProps) {
  const trpc = useTRPC();
  const zone = useZone();
  const now = useNow('calm');
  const [span, setSpan] = useQueryState('span', parseAsStringLiteral(spans).withDefault('week'));
  const [at, setAt] = useQueryState('at', parseAsInteger);
  const axis = axisOf(at !== null && isOnCalendar(at) ? at : now, span, zone);
  const { from, to } = axis;
  const windows = useQuery(
    trpc.boards.timeline.queryOptions(
      { from, to },
      { refetchInterval: lookEveryMs, placeholderData: keepPreviousData },
    ),
  );
  const act = useReservations();
  if (boards.length === 0) return empty;
  const isMine = ({ holder, status, boardId, runNumber }: TimelineBar): boolean => {
    const site = boards.find(({ id }) => id === boardId)?.site ?? '';
    return (
      status !== 'ended' && runNumber === null && (holder === me || managesAt === null || managesAt.includes(site))
    );
  };
  function done(gesture: Gesture, outcome: Outcome) {
    const board = boards.find(({ id }) => id === outcome.board);
    if (board === undefined) return;
    const { from: begin, to: end } = outcome;
    if (gesture.kind === 'draw') {
      const minutes = Math.max(1, Math.round((end - begin) / 60_000));
      return onDraft({ selector: board.name, from: begin > now ? begin : null, minutes });
    }
    const moved = { reservation: gesture.of.id, from: begin, to: end };
    act.move(outcome.board === gesture.of.board ? moved : { ...moved, board: board.name });
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="How long"
          value={span}
          onChange={(next) => void setSpan(next)}
          options={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
        <IconButton
          icon={ChevronLeft}
          label={`The ${span} before`}
          onClick={() => void setAt(turned(axis, span, -1))}
        />
        <IconButton icon={ChevronRight} label={`The ${span} after`} onClick={() => void setAt(turned(axis, span, 1))} />
        <Button onClick={() => void setAt(null)}>Today</Button>
        <span className="text-sm">{axisTitle(axis)}</span>
        <span className="text-ink-muted text-sm">Times of {zone}</span>
      </div>
      {windows.error && <ErrorState what={windows.error.message} onRetry={() => void windows.refetch()} />}
      {act.error !== null && <ErrorState what={act.error} onRetry={act.forget} />}
      <Timeline axis={axis} boards={boards} bars={windows.data ?? []} now={now} isMine={isMine} onDone={done} />
    </div>
  );
}
