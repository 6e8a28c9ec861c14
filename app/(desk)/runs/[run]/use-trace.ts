'use client';

import { useCallback, useEffect, useState } from 'react';
import { type Outputs, useTRPCClient } from '../../../_lib/trpc.ts';

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
  const [rows, setRows] = useState<Rows>();
  const [error, setError] = useState<string>();
  const [tries, setTries] = useState(0);
  const last = rows?.at(-1)?.seq;
  const first = rows?.[0]?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seq` and `tries` say when there may be more
  useEffect(() => {
    const leaving = new AbortController();
    client.runs.trace.query({ runId, ...(last !== undefined && { after: last }) }, { signal: leaving.signal }).then(
      (more) => {
        setError(undefined);
        if (more.length > 0 || last === undefined) setRows((known = []) => merged(known, more));
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) setError(failure instanceof Error ? failure.message : String(failure));
      },
    );
    return () => leaving.abort();
  }, [client, runId, seq, tries, last]);
  const loadOlder = useCallback(() => {
    if (first === undefined) return;
    client.runs.trace.query({ runId, before: first }).then(
      (older) => setRows((known = []) => merged(older, known)),
      (failure: unknown) => setError(failure instanceof Error ? failure.message : String(failure)),
    );
  }, [client, runId, first]);
  return {
    rows,
    error,
    loadOlder: first === undefined || first <= 1 ? undefined : loadOlder,
    retry: () => setTries((count) => count + 1),
  };
}

/** Both in order, each transition once. */
function merged(one: Rows, other: Rows): Rows {
  const last = one.at(-1)?.seq ?? 0;
  return [...one, ...other.filter(({ seq }) => seq > last)];
}
