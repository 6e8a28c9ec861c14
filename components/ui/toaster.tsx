'use client';

import { Toaster as Sonner } from 'sonner';

/** Where short confirmations appear; raise one with `toast` from `sonner`. Errors that need reading stay on the page instead. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'flex w-full items-center gap-2 rounded-md border bg-raised px-3 py-2 text-ink text-sm shadow-overlay',
          description: 'text-ink-muted',
          actionButton: 'ml-auto font-medium underline',
        },
      }}
    />
  );
}
