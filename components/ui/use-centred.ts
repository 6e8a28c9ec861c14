'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a row that is longer than the screen: its entry that is `aria-current` stands in the middle whenever another one is.
 * Only the row moves; `scrollIntoView` would move the page to it too.
 */
export function useCentred<Row extends HTMLElement>(current: string | number | null): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const entry = current === null ? null : row.current?.querySelector('[aria-current]');
    if (row.current == null || entry == null) return;
    const [frame, box] = [row.current.getBoundingClientRect(), entry.getBoundingClientRect()];
    row.current.scrollLeft += box.left + box.width / 2 - (frame.left + frame.width / 2);
  }, [current]);
  return row;
}
