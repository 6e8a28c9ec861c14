'use client';

import { useSyncExternalStore } from 'react';

const query = '(min-width: 768px)';

/** Whether the screen has room for a drawing; `undefined` on the server, which cannot know. */
export function useWide(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(subscribe, matches, () => undefined);
}

function matches(): boolean {
  return window.matchMedia(query).matches;
}

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}
