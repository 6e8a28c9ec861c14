'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { HeatMapLegend } from './heat-map-legend.tsx';
import { HeatMapRow } from './heat-map-row.tsx';
import { HeatMapToolbar, type HeatMapToolbarProps } from './heat-map-toolbar.tsx';
import { removedParts } from './removed-parts.ts';
import type { TestHistory } from './test-types.ts';

export type HeatMapProps = Omit<HeatMapToolbarProps, 'iterations'> & {
  /** Iteration numbers, one per cell of each test. */
  iterations: readonly number[];
  /** Rows of the group whose names contain the text; most of them are not here yet. */
  total: number;
  /** The rules of retention have removed what the run measured. */
  isRemoved: boolean;
  /** Undefined for a row that has to be asked for. */
  rowAt: (index: number) => TestHistory | undefined;
  /** Says which rows are in sight. */
  onRange: (first: number, last: number) => void;
  selected?: { test: string; iteration: number } | undefined;
  onSelect: (test: string, iteration: number) => void;
  /** What is known of the selected cell. */
  detail?: ReactNode;
};

/** A place in the grid, both from 0. */
export type Spot = { row: number; column: number };

/** A pointer's smallest target, in pixels. */
const cellSize = 24;

const moves: Record<string, (at: Spot) => Spot> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }) => ({ row: row - 10, column }),
  PageDown: ({ row, column }) => ({ row: row + 10, column }),
};

/** Every test over every iteration. Arrow keys walk the cells, Enter opens one; only the rows in sight exist. */
export function HeatMap(props: HeatMapProps) {
  const { iterations, total, isRemoved: _, rowAt, onRange, selected, onSelect, detail, ...toolbar } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot>({ row: 0, column: 0 });
  const view = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => cellSize,
    scrollPaddingStart: cellSize,
    overscan: 8,
    initialRect: { width: 640, height: 288 },
  });
  const rows = view.getVirtualItems();
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  useEffect(() => onRange(first, last), [onRange, first, last]);
  const above = rows[0]?.start ?? 0;
  const below = view.getTotalSize() - (rows.at(-1)?.end ?? 0);
  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const { row, column } = move(spot);
    const next = { row: within(row, total), column: within(column, iterations.length) };
    setSpot(next);
    view.scrollToIndex(next.row);
    requestAnimationFrame(() => cellAt(frame.current, next)?.focus());
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <HeatMapToolbar {...toolbar} iterations={iterations.length} />
      <HeatMapLegend />
      <div className="flex min-w-0 gap-4 border-line border-y max-md:flex-col">
        <div ref={frame} className="relative max-h-72 shrink-0 overflow-auto md:max-w-full">
          {total === 0 && <p className="py-3 text-ink-muted text-sm">{nothing(props)}</p>}
          {total > 0 && (
            <table
              aria-label="Tests over iterations"
              aria-rowcount={total + 1}
              className="border-separate border-spacing-0 text-xs"
              onKeyDown={onKeyDown}
            >
              <thead>
                <tr className="text-ink-muted">
                  <th scope="col" className="sticky top-0 left-0 z-20 h-6 bg-canvas text-left font-medium">
                    Test
                  </th>
                  {iterations.map((iteration) => (
                    <th
                      key={iteration}
                      scope="col"
                      className="tabular sticky top-0 z-10 w-6 bg-canvas text-center font-medium"
                    >
                      {iteration}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <Spacer height={above} />
                {rows.map(({ index }) => {
                  const test = rowAt(index);
                  return (
                    <HeatMapRow
                      key={index}
                      test={test}
                      iterations={iterations}
                      row={index}
                      tabColumn={spot.row === index ? spot.column : null}
                      selected={selected !== undefined && selected.test === test?.id ? selected.iteration : undefined}
                      onFocusCell={setSpot}
                      onSelect={onSelect}
                    />
                  );
                })}
                <Spacer height={below} />
              </tbody>
            </table>
          )}
        </div>
        {detail !== undefined && <div className="max-h-72 min-w-0 flex-1 overflow-y-auto py-1">{detail}</div>}
      </div>
    </div>
  );
}

function nothing({ counts, text, isRemoved }: HeatMapProps): string {
  if (isRemoved) return removedParts.results;
  if (counts.all === 0) return 'No test has been seen yet.';
  return text === '' ? 'No test is in this group.' : `No test of this group is named like “${text}”.`;
}

/** Stands for the rows out of sight. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

function within(index: number, length: number): number {
  return Math.min(Math.max(index, 0), length - 1);
}

function cellAt(frame: HTMLElement | null, { row, column }: Spot): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-spot="${row} ${column}"]`) ?? null;
}
