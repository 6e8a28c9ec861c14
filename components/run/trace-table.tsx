'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { Toolbar } from '#components/ui/toolbar.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { counted } from '#lib/format/count.ts';
import { TraceLine } from './trace-line.tsx';
import type { TraceRow } from './types.ts';

export type TraceTableProps = {
  /** Oldest first. */
  rows: readonly TraceRow[];
  /** Only rows that leave or enter this state or a part of it; null shows all. */
  state: string | null;
  onState: (state: string | null) => void;
  /** Where a row leads: the run as it was after that transition. */
  hrefOf: (seq: number) => string;
  /** The transition the page is looking at. */
  selected?: number | undefined;
  /** Asks for transitions older than these; absent when there are none. */
  onOlder?: (() => void) | undefined;
};

/** A guess at the height of a row; each is measured when it is drawn. */
const guess = 52;

/** Every transition with the reason that decided it, newest first. */
export function TraceTable({ rows, state, onState, hrefOf, selected, onOlder }: TraceTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  useListKeys(frame);
  const states = useMemo(() => statesOf(rows, state), [rows, state]);
  const shown = useMemo(
    () => rows.filter((row) => state === null || isIn(row.from, state) || isIn(row.to, state)).toReversed(),
    [rows, state],
  );
  const view = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => shown[index]?.seq ?? index,
    estimateSize: () => guess,
    overscan: 8,
    initialRect: { width: 960, height: 560 },
  });
  if (rows.length === 0) {
    return <EmptyState title="No transition yet">The trace begins when a runner takes the run.</EmptyState>;
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Toolbar
        label="Trace"
        end={<span className="text-ink-muted text-sm">{counted(shown.length, 'transition')}</span>}
      >
        <Select
          aria-label="State"
          className="w-60"
          value={state ?? ''}
          onChange={(value) => onState(value === '' ? null : value)}
          options={[{ value: '', label: 'All states' }, ...states.map((name) => ({ value: name, label: name }))]}
        />
      </Toolbar>
      <div ref={frame} className="relative max-h-140 overflow-y-auto border-line border-y">
        {shown.length === 0 && (
          <p className="px-2 py-3 text-ink-muted text-sm">
            This run has not been in <span className="tabular">{state}</span>.
          </p>
        )}
        <ol className="relative" style={{ height: view.getTotalSize() }}>
          {view.getVirtualItems().map((item) => {
            const row = shown[item.index];
            if (!row) return null;
            return (
              <li
                key={item.key}
                ref={view.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TraceLine row={row} href={hrefOf(row.seq)} selected={row.seq === selected} />
              </li>
            );
          })}
        </ol>
        {onOlder !== undefined && (
          <Button kind="quiet" onClick={onOlder}>
            Load older transitions
          </Button>
        )}
      </div>
    </div>
  );
}

function isIn(path: string, state: string): boolean {
  return path === state || path.startsWith(`${state}.`);
}

/** The states the run has been in, and the one that is asked for. */
function statesOf(rows: readonly TraceRow[], asked: string | null): readonly string[] {
  const states = new Set(rows.flatMap(({ from, to }) => [from, to]));
  states.delete('');
  if (asked !== null) states.add(asked);
  return [...states].sort();
}
