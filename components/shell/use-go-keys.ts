'use client';

import { useEffect, useRef } from 'react';
import { isTyping } from '#components/ui/is-typing.ts';
import { placeFaces } from './place-face.ts';
import type { Place } from './types.ts';

/** How long after `g` the second letter counts, in milliseconds; later it is a key of its own. */
const patience = 1_000;

/** `g` and a letter go to a place: `g r` to the runs. */
export function useGoKeys(places: readonly Place[], go: (href: string) => void): void {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (isTyping(event)) return;
      if (event.key === 'g') {
        pressedAt.current = event.timeStamp;
        return;
      }
      const armed = event.timeStamp - pressedAt.current < patience;
      pressedAt.current = Number.NEGATIVE_INFINITY;
      const place = armed && places.find(({ id }) => placeFaces[id].letter === event.key);
      if (!place) return;
      event.preventDefault();
      go(place.href);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [places, go]);
}
