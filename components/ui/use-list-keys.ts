'use client';

import { type RefObject, useEffect } from 'react';
import { isTyping } from './is-typing.ts';

/** `j` and `k` move the focus through the rows (`[data-row]`) inside `list`; Enter then follows the focused link. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const step = { j: 1, k: -1 } as const;
    function onKey(event: KeyboardEvent) {
      if ((event.key !== 'j' && event.key !== 'k') || isTyping(event)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const here = rows.findIndex((row) => row.contains(document.activeElement));
      const next = here === -1 ? 0 : here + step[event.key];
      rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}
