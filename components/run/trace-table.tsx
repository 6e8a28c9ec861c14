'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { TraceLine } from './trace-line.tsx';
import type { TraceRow } from './trace-types.ts';

export type TraceTableProps = {
  /** Newest first. */
  rows: readonly TraceRow[];
  /** Said where there is no row. */
  none: string;
  /** Where a row leads: the run as it was after that transition. */
  hrefOf: (seq: number) => string;
  /** The transition the page is looking at. */
  selected?: number | undefined;
  /** Asks for transitions older than these; absent when there are none. */
  onOlder?: (() => void) | undefined;
};

/** A guess at the height of a row; each is measured when it is drawn. */
const guess = 52;

/** Transitions with the reason that decided each. */
export function TraceTable({ rows, none, hrefOf, selected, onOlder }: TraceTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  useListKeys(frame);
  const view = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => rows[index]?.seq ?? index,
    estimateSize: () => guess,
    overscan: 8,
    initialRect: { width: 960, height: 560 },
  });
  // Below one another as they come: right before any is measured, as the server draws them.
  const drawn = view.getVirtualItems();
  return (
    <div ref={frame} className="relative max-h-140 overflow-y-auto border-line border-y">
      {rows.length === 0 && <p className="px-2 py-3 text-ink-muted text-sm">{none}</p>}
      <div style={{ height: view.getTotalSize() }}>
        <ol style={{ transform: `translateY(${drawn[0]?.start ?? 0}px)` }}>
          {drawn.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <li key={item.key} ref={view.measureElement} data-index={item.index}>
                <TraceLine row={row} href={hrefOf(row.seq)} selected={row.seq === selected} />
              </li>
            );
          })}
        </ol>
      </div>
      {onOlder !== undefined && (
        <Button kind="quiet" onClick={onOlder}>
          Load older transitions
        </Button>
      )}
    </div>
  );
}
