'use client';

import { type KeyboardEvent, useState } from 'react';
import { type Axis, snapped } from '#lib/reservation/timeline/axis.ts';
import type { BoardFace, TimelineBar } from './types.ts';
import { graspable, type useTimelineGesture } from './use-timeline-gesture.ts';

/** Where the keys stand: a board, and a stretch of time on it. */
export type Cursor = { row: number; from: number; to: number };

export type KeysOptions = {
  axis: Axis;
  boards: readonly Pick<BoardFace, 'id' | 'name'>[];
  bars: readonly TimelineBar[];
  now: number;
  isMine: (bar: TimelineBar) => boolean;
  hand: ReturnType<typeof useTimelineGesture>;
};

const arrows: Readonly<Record<string, { readonly row: number; readonly step: number }>> = {
  ArrowUp: { row: -1, step: 0 },
  ArrowDown: { row: 1, step: 0 },
  ArrowLeft: { row: 0, step: -1 },
  ArrowRight: { row: 0, step: 1 },
};

/**
 * Everything that a hand can do on a timeline, by keys: arrows go over it, Shift makes the stretch longer or shorter, Enter books
 * it or takes hold of one's own window, which then moves with the arrows until Enter or Escape.
 */
export function useTimelineKeys({ axis, boards, bars, now, isMine, hand }: KeysOptions) {
  const [placed, setCursor] = useState<Cursor | null>(null);
  // Another day, or other boards, may have come under it.
  const cursor = placed !== null && isInSight(placed, axis, boards.length) ? placed : null;
  const { gesture, setGesture, finish, cancel } = hand;

  function onKeyDown(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (arrow === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.key === 'Escape' && gesture === null) return;
    event.preventDefault();
    if (event.key === 'Escape') return cancel();
    if (event.key === 'Enter') return gesture === null ? act() : finish();
    if (arrow === undefined) return;
    if (gesture === null) return moveCursor(arrow, event.shiftKey);
    moveWindow(arrow, event.shiftKey);
  }

  function moveCursor({ row, step }: { row: number; step: number }, longer: boolean) {
    const { stepMs } = axis;
    const begin = snapped(axis, bounded(now, axis.from, axis.to - 4 * stepMs));
    const here = cursor ?? { row: 0, from: begin, to: begin + 4 * stepMs };
    const by = step * stepMs;
    const moved = bounded(by, axis.from - here.from, axis.to - here.to);
    setCursor({
      row: bounded(here.row + (cursor === null ? 0 : row), 0, boards.length - 1),
      from: longer ? here.from : here.from + moved,
      to: longer ? bounded(here.to + by, here.from + stepMs, axis.to) : here.to + moved,
    });
  }

  function moveWindow({ row, step }: { row: number; step: number }, pull: boolean) {
    if (gesture === null || gesture.kind === 'draw') return;
    const { of } = gesture;
    const { from, to, stepMs } = axis;
    // A step of the window stays in sight.
    const by = bounded(gesture.by + step * stepMs, from + stepMs - of.to, to - stepMs - of.from);
    if (pull || gesture.kind === 'resize') return setGesture({ kind: 'resize', of, by });
    const index = boards.findIndex(({ id }) => id === gesture.board) + row;
    const board = boards[bounded(index, 0, boards.length - 1)]?.id ?? gesture.board;
    setGesture({ ...gesture, board: of.begun ? gesture.board : board, by });
  }

  /** Takes hold of one's own window under the cursor, else draws the stretch. */
  function act() {
    const board = cursor === null ? undefined : boards[cursor.row];
    if (cursor === null || board === undefined) return;
    const bar = bars.find(
      (one) => one.boardId === board.id && one.from < cursor.to && cursor.from < one.to && isMine(one),
    );
    if (bar !== undefined) setGesture({ kind: 'move', of: graspable(bar), board: bar.boardId, by: 0 });
    else hand.draw({ kind: 'draw', board: board.id, at: cursor.from, to: cursor.to });
  }

  return { cursor, onKeyDown };
}

function isInSight({ row, from, to }: Cursor, axis: Axis, rows: number): boolean {
  return row < rows && axis.from <= from && to <= axis.to;
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
