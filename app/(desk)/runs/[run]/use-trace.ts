'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { usePaced } from '../../../_lib/use-paced.ts';

type Rows = Outputs['runs']['trace'];

/** What of a run's trace is wanted. Use it with a key of all of this: another wish begins anew. */
export interface TraceWish {
  readonly runId: string;
  /** The run's last transition: where the trace ends once it is read. */
  readonly transition: number;
  /** Nothing after this transition is wanted; null for all there is. */
  readonly upTo: number | null;
  readonly state: string | null;
  readonly text: string;
}

export interface Trace {
  /** Oldest first; undefined before the first answer. */
  readonly rows: Rows | undefined;
  readonly error: string | undefined;
  /** Undefined when the first transition is there. */
  readonly loadOlder: (() => void) | undefined;
  readonly retry: () => void;
}

/**
 * The newest transitions that are wanted, the ones that come added at the end, older ones on demand: nothing is sent twice,
 * and what came with the page as `first` not at all.
 */
export function useTrace({ runId, transition, upTo, state, text }: TraceWish, first: Rows | undefined): Trace {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const known = useRef(first);
  const [rows, setRows] = useState(first);
  const [whole, setWhole] = useState(false);
  const [error, setError] = useState<string>();
  const filter = { ...(state !== null && { state }), ...(text.trim() !== '' && { text }) };
  const read = async (range: { after?: number; before?: number }): Promise<void> => {
    try {
      const wanted = { runId, ...filter, ...range };
      const more = await queries.fetchQuery(trpc.runs.trace.queryOptions(wanted, { staleTime: 0, gcTime: 0 }));
      if (range.before !== undefined && more.length === 0) setWhole(true);
      known.current = merged(known.current ?? [], more);
      setRows(known.current);
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const readOn = usePaced(async () => {
    if (upTo !== null) return await read({ before: upTo + 1 });
    const last = known.current?.at(-1)?.seq;
    await read(last === undefined ? {} : { after: last });
    // An answer has its limit, and a page that slept may be further behind than that.
    const end = known.current?.at(-1)?.seq;
    if (end !== undefined && end !== last && end < transition) readOn();
  });
  const isRead = rows !== undefined && (rows.at(-1)?.seq ?? 0) >= transition;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `transition` says when there is more
  useEffect(() => {
    if (!isRead) readOn();
  }, [transition, readOn]);
  const oldest = rows?.[0]?.seq ?? 1;
  return {
    rows,
    error,
    loadOlder: oldest <= 1 || whole ? undefined : () => void read({ before: oldest }),
    retry: readOn,
  };
}

/** Both in order, each transition once. */
function merged(known: Rows, more: Rows): Rows {
  const [first, last] = [known[0]?.seq ?? 0, known.at(-1)?.seq ?? 0];
  const older = more.filter((row) => row.seq < first);
  return [...older, ...known, ...more.filter((row) => row.seq > last)];
}
