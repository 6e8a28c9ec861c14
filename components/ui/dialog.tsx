'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useReturnFocus } from './use-return-focus.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What the dialog is for, one sentence; read aloud when it opens. */
  description: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

/** A dialog over the page. Escape and a click outside close it; focus goes back to where it came from. */
export function Dialog({ open, onOpenChange, title, description, children, footer }: DialogProps) {
  const focus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Primitive.Content
          {...focus}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-appear flex-col rounded-lg border bg-raised shadow-overlay"
        >
          <header className="flex items-start gap-3 px-4 pt-4">
            <Primitive.Title className="flex-1 font-semibold text-lg">{title}</Primitive.Title>
            <Primitive.Close
              aria-label="Close"
              className="rounded-md p-1 text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </header>
          <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4">
            <Primitive.Description asChild>
              <div className="text-ink-muted text-sm">{description}</div>
            </Primitive.Description>
            {children}
          </div>
          {footer !== undefined && (
            <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">{footer}</footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
