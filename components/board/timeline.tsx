'use client';

import { type UIEvent, useEffect, useRef, useState } from 'react';
import { Link } from '#components/ui/link.tsx';
import { isGivenAway } from '#lib/boards/availability.ts';
import { exactTime } from '#lib/format/exact-time.ts';
import { type Axis, shareOf } from '#lib/reservation/timeline/axis.ts';
import type { Gesture, Outcome } from '#lib/reservation/timeline/gesture.ts';
import { HealthMark } from './health-mark.tsx';
import { percent, TimelineAxis } from './timeline-axis.tsx';
import { TimelineLane } from './timeline-lane.tsx';
import type { BoardFace, TimelineBar } from './types.ts';
import { useTimelineGesture } from './use-timeline-gesture.ts';
import { useTimelineKeys } from './use-timeline-keys.ts';

export type TimelineBoard = Pick<BoardFace, 'id' | 'name' | 'health' | 'healthReason' | 'offlineBecause'>;

export type TimelineProps = {
  axis: Axis;
  boards: readonly TimelineBoard[];
  bars: readonly TimelineBar[];
  now: number;
  /** Whether the reader may move a bar. */
  isMine: (bar: TimelineBar) => boolean;
  onDone: (gesture: Gesture, outcome: Outcome) => void;
};

const rowHeight = 28;
/** Rows that are drawn beyond those in sight. */
const spare = 10;
/** As many rows as are in sight on a large screen. */
const inSight = 24;

/**
 * Boards down, time across: drag over free time to book it, drag one's own window to move it, its end to make it longer. What is in
 * the way is shown before the hand lets go. Only the rows in sight are drawn, so that a thousand boards scroll as ten do.
 */
export function Timeline({ axis, boards, bars, now, isMine, onDone }: TimelineProps) {
  const [top, setTop] = useState(0);
  const hand = useTimelineGesture({ axis, boards, bars, now, isMine, rowHeight, onDone });
  const keys = useTimelineKeys({ axis, boards, bars, now, isMine, hand });
  const byBoard = Map.groupBy(bars, ({ boardId }) => boardId);
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const rows = boards.slice(first, first + inSight + 2 * spare);
  const lifted = hand.gesture !== null && hand.gesture.kind !== 'draw' ? hand.gesture.of.id : null;
  const share = shareOf(axis, now);
  const cursorMark = useRef<HTMLSpanElement>(null);
  const cursorRow = keys.cursor?.row;
  useEffect(() => {
    if (cursorRow !== undefined) cursorMark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cursorRow]);
  return (
    <div className="flex flex-col gap-1">
      <div
        className="relative overflow-y-auto rounded-md border border-line"
        style={{ maxHeight: rowHeight * inSight }}
        onScroll={(event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop)}
      >
        <div className="sticky top-0 z-10 flex border-line border-b bg-canvas">
          <span className="w-28 shrink-0 px-2 pt-1.5 text-ink-muted text-xs sm:w-44">Board</span>
          <TimelineAxis axis={axis} />
        </div>
        <div className="relative flex" style={{ height: boards.length * rowHeight }}>
          <div className="w-28 shrink-0 sm:w-44">
            {rows.map((board, index) => (
              <div
                key={board.id}
                style={{ top: (first + index) * rowHeight, height: rowHeight }}
                className="absolute flex w-28 items-center gap-1 border-line border-b px-2 text-sm sm:w-44"
              >
                <Link kind="bare" href={`/boards/${board.id}`} title={board.name} className="tabular min-w-0 truncate">
                  {board.name}
                </Link>
                {!isGivenAway(board) && <HealthMark board={board} isIcon />}
              </div>
            ))}
          </div>
          <div
            role="application"
            aria-label="Timeline: arrows move over it, Shift and an arrow change the length, Enter books or takes hold, Escape lets go"
            aria-describedby="timeline-says"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work here
            tabIndex={0}
            onKeyDown={keys.onKeyDown}
            {...hand.pointer}
            className="relative flex-1 touch-pan-y select-none"
          >
            {rows.map((board, index) => (
              <div
                key={board.id}
                style={{ top: (first + index) * rowHeight, height: rowHeight }}
                className="absolute flex w-full border-line border-b"
              >
                <TimelineLane
                  axis={axis}
                  bars={byBoard.get(board.id) ?? []}
                  isMine={isMine}
                  outcome={hand.outcome?.board === board.id ? hand.outcome : null}
                  lifted={lifted}
                  zone={axis.zone}
                />
              </div>
            ))}
            {keys.cursor !== null && (
              <span
                ref={cursorMark}
                aria-hidden
                className="pointer-events-none absolute scroll-mt-8 rounded-sm outline-2 outline-focus"
                style={{
                  top: keys.cursor.row * rowHeight + 2,
                  height: rowHeight - 4,
                  left: percent(shareOf(axis, keys.cursor.from)),
                  width: percent(shareOf(axis, keys.cursor.to) - shareOf(axis, keys.cursor.from)),
                }}
              />
            )}
            {share > 0 && share < 1 && (
              <span aria-hidden className="absolute inset-y-0 z-5 w-px bg-bad" style={{ left: percent(share) }} />
            )}
          </div>
        </div>
      </div>
      <p id="timeline-says" role="status" className="min-h-5 text-ink-muted text-sm">
        {saidOf(hand.outcome, boards, axis.zone) ??
          cursorSays(keys.cursor, boards, axis.zone) ??
          'Drag over free time to book it.'}
      </p>
    </div>
  );
}

function saidOf(outcome: Outcome | null, boards: TimelineProps['boards'], zone: string): string | null {
  if (outcome === null) return null;
  const name = boards.find(({ id }) => id === outcome.board)?.name ?? '';
  const time = `${name}, ${exactTime(outcome.from, zone)} to ${exactTime(outcome.to, zone)}`;
  return outcome.conflict === null ? `${time}: free` : `${time}: ${outcome.conflict}`;
}

function cursorSays(
  cursor: { row: number; from: number; to: number } | null,
  boards: TimelineProps['boards'],
  zone: string,
): string | null {
  if (cursor === null) return null;
  return `${boards[cursor.row]?.name ?? ''}, ${exactTime(cursor.from, zone)} to ${exactTime(cursor.to, zone)}`;
}
