'use client';

import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

export type TooltipBubbleProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: 'top' | 'right' | 'bottom' | 'left';
  onClose: () => void;
  children: ReactNode;
};

/** The hint beside the element that it belongs to; it takes no focus. */
export function TooltipBubble({ id, anchor, side, onClose, children }: TooltipBubbleProps) {
  const { current } = anchor;
  if (current === null) return null;
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={{ current }} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          role="tooltip"
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 max-w-80 animate-appear wrap-anywhere rounded-md bg-ink px-2 py-1 text-ink-inverse text-xs"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
