'use client';

import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';

/**
 * A part of a page whose program arrives later than the page's own. The server draws it at once; until it is awake it stays
 * as it was drawn, however often the page moves on: told anything new before, React would throw the drawing away and with
 * it what somebody has typed there.
 */
export function LazyPart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [isAwake, setAwake] = useState(false);
  const wake = useCallback(() => setAwake(true), []);
  const part = (
    <Suspense fallback={fallback}>
      {children}
      <Awake onAwake={wake} />
    </Suspense>
  );
  const [asDrawn] = useState(part);
  return isAwake ? part : asDrawn;
}

/** Says that what stands beside it is there. */
function Awake({ onAwake }: { onAwake: () => void }) {
  useEffect(onAwake, [onAwake]);
  return null;
}
