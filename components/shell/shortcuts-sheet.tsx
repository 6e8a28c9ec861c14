'use client';

import { useEffect, useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { isTyping } from '#components/ui/is-typing.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { placeFaces } from './place-face.ts';
import type { Place } from './types.ts';

export type ShortcutsSheetProps = {
  places: readonly Place[];
  /** Shortcuts of the page that is open. */
  extra?: readonly { keys: string; does: string }[];
};

/** Every shortcut, on `?`. */
export function ShortcutsSheet({ places, extra = [] }: ShortcutsSheetProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === '?' && !isTyping(event)) setOpen(true);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const shortcuts = [
    { keys: '⌘ K', does: 'Search or do anything' },
    { keys: 'j k', does: 'Next and previous row' },
    ...places.map(({ id, label }) => ({ keys: `g ${placeFaces[id].letter}`, does: `Go to ${label}` })),
    ...extra,
    { keys: '?', does: 'Show this' },
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Keyboard"
      description="Shortcuts rest while a text field has the focus."
    >
      <dl className="flex flex-col">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys} className="flex h-8 items-center justify-between border-line border-b last:border-b-0">
            <dt className="text-sm">{does}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
