'use client';

import { useRef } from 'react';

/** Gives the focus back to where it was before an overlay opened; spread the handlers on the overlay's content. */
export function useReturnFocus() {
  const origin = useRef<Element>(null);
  return {
    onOpenAutoFocus() {
      origin.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (origin.current instanceof HTMLElement) origin.current.focus();
    },
  };
}
