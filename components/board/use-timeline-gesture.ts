'use client';

import { type PointerEvent, useState } from 'react';
import { type Axis, timeAt } from '#lib/reservation/timeline/axis.ts';
import { changesNothing, type Gesture, type Outcome, outcomeOf } from '#lib/reservation/timeline/gesture.ts';
import type { BoardFace, TimelineBar } from './types.ts';

export type GestureOptions = {
  axis: Axis;
  boards: readonly Pick<BoardFace, 'id' | 'name'>[];
  bars: readonly TimelineBar[];
  now: number;
  isMine: (bar: TimelineBar) => boolean;
  /** The height of a row, and where the lanes begin, in pixels. */
  rowHeight: number;
  onDone: (gesture: Gesture, outcome: Outcome) => void;
};

/** What is under way on a timeline, by hand or by keys, and what would become of it. */
export function useTimelineGesture(options: GestureOptions) {
  const { axis, boards, bars, now, isMine, rowHeight, onDone } = options;
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const [grip, setGrip] = useState<{ at: number } | null>(null);
  const taken = bars.map(({ reservationId: id, boardId: board, holder, from, to }) => ({
    id,
    board,
    holder,
    from,
    to,
  }));
  const outcome = gesture === null ? null : outcomeOf(gesture, axis, taken, now);

  /** The board and the time under the pointer, or the nearest to it. */
  function placeOf(event: PointerEvent<HTMLElement>): { board: string; at: number } | null {
    const area = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientY - area.top) / rowHeight);
    const board = boards[Math.min(Math.max(index, 0), boards.length - 1)];
    const share = Math.min(Math.max((event.clientX - area.left) / area.width, 0), 1);
    return board ? { board: board.id, at: timeAt(axis, share) } : null;
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const place = placeOf(event);
    if (event.button !== 0 || place === null || !(event.target instanceof HTMLElement)) return;
    const id = event.target.closest<HTMLElement>('[data-bar]')?.dataset.bar;
    const bar = bars.find(({ reservationId, boardId }) => reservationId === id && boardId === place.board);
    if (bar !== undefined && !isMine(bar)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setGrip({ at: place.at });
    if (bar === undefined) setGesture({ kind: 'draw', board: place.board, at: place.at, to: place.at });
    else if (event.target.closest('[data-edge]')) setGesture({ kind: 'resize', of: graspable(bar), by: 0 });
    else setGesture({ kind: 'move', of: graspable(bar), board: bar.boardId, by: 0 });
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const place = grip === null || gesture === null ? null : placeOf(event);
    if (place === null || grip === null || gesture === null) return;
    const by = place.at - grip.at;
    if (gesture.kind === 'draw') setGesture({ ...gesture, to: place.at });
    else if (gesture.kind === 'resize') setGesture({ ...gesture, by });
    else setGesture({ ...gesture, board: gesture.of.begun ? gesture.board : place.board, by });
  }

  function finish() {
    const isMeant = gesture !== null && outcome?.conflict === null && !changesNothing(gesture, outcome);
    if (isMeant) onDone(gesture, outcome);
    cancel();
  }

  /** A whole gesture at once, as the keys make it. */
  function draw(whole: Gesture) {
    const becomes = outcomeOf(whole, axis, taken, now);
    if (becomes.conflict === null) onDone(whole, becomes);
    else setGesture(whole);
  }

  function cancel() {
    setGesture(null);
    setGrip(null);
  }

  const pointer = { onPointerDown, onPointerMove, onPointerUp: finish, onPointerCancel: cancel };
  return { gesture, outcome, setGesture, draw, finish, cancel, pointer };
}

/** A bar as something that can be taken hold of. */
export function graspable({ reservationId: id, boardId: board, from, to, status }: TimelineBar) {
  return { id, board, from, to, begun: status === 'held' };
}
