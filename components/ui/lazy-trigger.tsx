'use client';

import { Slot } from 'radix-ui';
import type { KeyboardEvent, ReactElement } from 'react';

export type LazyTriggerProps = {
  popup: 'menu' | 'dialog';
  /** The pointer or the focus came: what opens may be wanted soon. */
  onNear: () => unknown;
  onOpen: () => void;
  /** The button. */
  children: ReactElement;
};

/** Stands for a button whose popup has not arrived yet: it opens as the popup's own trigger will. */
export function LazyTrigger({ popup, onNear, onOpen, children }: LazyTriggerProps) {
  return (
    <Slot.Root
      aria-haspopup={popup}
      aria-expanded={false}
      onPointerEnter={() => void onNear()}
      onFocus={() => void onNear()}
      onClick={onOpen}
      onKeyDown={(event: KeyboardEvent) => {
        if (popup === 'menu' && event.key === 'ArrowDown') onOpen();
      }}
    >
      {children}
    </Slot.Root>
  );
}
