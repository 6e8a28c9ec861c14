'use client';

import { useEffect, useRef, useState } from 'react';
import { type Outputs, useTRPCClient } from '../../../_lib/trpc.ts';
import { usePaced } from '../../../_lib/use-paced.ts';

type Rows = Outputs['runs']['trace'];

export interface Trace {
  /** Oldest first; undefined before the first answer. */
  readonly rows: Rows | undefined;
  readonly error: string | undefined;
  /** Undefined when the first transition is there. */
  readonly loadOlder: (() => void) | undefined;
  readonly retry: () => void;
}

/** The newest transitions of a run, the ones that come added at the end, older ones on demand: nothing is sent twice. */
export function useTrace(runId: string, seq: number): Trace {
  const client = useTRPCClient();
  const known = useRef<Rows>(undefined);
  const [rows, setRows] = useState<Rows>();
  const [error, setError] = useState<string>();
  const read = async (range: { after?: number; before?: number }): Promise<void> => {
    try {
      const more = await client.runs.trace.query({ runId, ...range });
      known.current = merged(known.current ?? [], more);
      setRows(known.current);
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const readOn = usePaced(() => {
    const last = known.current?.at(-1)?.seq;
    return read(last === undefined ? {} : { after: last });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seq` says when there is more
  useEffect(() => readOn(), [seq, readOn]);
  const first = rows?.[0]?.seq ?? 1;
  return {
    rows,
    error,
    loadOlder: first <= 1 ? undefined : () => void read({ before: first }),
    retry: readOn,
  };
}

/** Both in order, each transition once. */
function merged(known: Rows, more: Rows): Rows {
  const [first, last] = [known[0]?.seq ?? 0, known.at(-1)?.seq ?? 0];
  const older = more.filter((row) => row.seq < first);
  return [...older, ...known, ...more.filter((row) => row.seq > last)];
}
