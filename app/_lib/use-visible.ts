'use client';

import { useSyncExternalStore } from 'react';

/** Whether the tab is in sight. One that is not needs no stream: a browser has only six connections for all tabs of a server. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
    () => true,
  );
}
