'use client';

import { Slot } from 'radix-ui';
import { lazy, type PointerEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';

/** What places the hint arrives with the first one that is wanted. */
const TooltipBubble = lazy(() => import('./tooltip-bubble.tsx').then((module) => ({ default: module.TooltipBubble })));

export type TooltipProps = { text: ReactNode; children: ReactNode; side?: 'top' | 'right' | 'bottom' | 'left' };

/** A pointer that only passes by is not answered, milliseconds. */
const delay = 300;

/** A short hint on hover and focus, gone on Escape. It never holds what cannot be read elsewhere. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<'no' | 'soon' | 'now'>('no');
  useEffect(() => {
    if (wanted !== 'soon') return;
    const timer = setTimeout(() => setWanted('now'), delay);
    return () => clearTimeout(timer);
  }, [wanted]);
  const open = wanted === 'now';
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={open ? id : undefined}
        onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && setWanted('soon')}
        onPointerLeave={() => setWanted('no')}
        onPointerDown={() => setWanted('no')}
        onFocus={() => anchor.current?.matches(':focus-visible') && setWanted('now')}
        onBlur={() => setWanted('no')}
      >
        {children}
      </Slot.Root>
      {open && (
        <Suspense>
          <TooltipBubble id={id} anchor={anchor} side={side} onClose={() => setWanted('no')}>
            {text}
          </TooltipBubble>
        </Suspense>
      )}
    </>
  );
}
