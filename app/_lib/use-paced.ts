'use client';

import { useCallback, useEffect, useRef } from 'react';

/** A page re-reads so often at most, however fast a run moves. */
const paceMs = 250;

/** Gives a function that leads to calls of `act`: never two at once, at most one each 250 ms, and always one after the last wish. */
export function usePaced(act: () => Promise<unknown>): () => void {
  const latest = useRef(act);
  latest.current = act;
  const wish = useRef({ wanted: false, busy: false, gone: false });
  useEffect(() => {
    const { current } = wish;
    current.gone = false;
    return () => {
      current.gone = true;
    };
  }, []);
  return useCallback(() => {
    const { current } = wish;
    current.wanted = true;
    if (!current.busy) void work(current, () => latest.current());
  }, []);
}

async function work(
  wish: { wanted: boolean; busy: boolean; gone: boolean },
  act: () => Promise<unknown>,
): Promise<void> {
  wish.busy = true;
  while (wish.wanted && !wish.gone) {
    wish.wanted = false;
    await Promise.allSettled([act(), new Promise((resolve) => setTimeout(resolve, paceMs))]);
  }
  wish.busy = false;
}
