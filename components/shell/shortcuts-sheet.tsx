'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from '#components/ui/is-typing.ts';
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx';

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

export type ShortcutsSheetProps = Omit<ShortcutsDialogProps, 'onClose'>;

/** Every shortcut, on `?`. */
export function ShortcutsSheet(props: ShortcutsSheetProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === '?' && !isTyping(event)) setOpen(true);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  return (
    <Suspense>
      <ShortcutsDialog {...props} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
