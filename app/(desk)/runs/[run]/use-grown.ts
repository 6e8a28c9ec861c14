'use client';

import { useEffect } from 'react';
import { usePaced } from '../../../_lib/use-paced.ts';

/** Calls `act` when something was written to a log of the run and `active` holds; paced like every reading of a page. */
export function useGrown(hints: EventTarget, active: boolean, act: () => Promise<unknown>): void {
  const paced = usePaced(act);
  useEffect(() => {
    if (!active) return;
    const here = new AbortController();
    hints.addEventListener('grown', paced, { signal: here.signal });
    return () => here.abort();
  }, [hints, active, paced]);
}
