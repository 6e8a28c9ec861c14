'use client';

import { Dialog } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { placeFaces } from './place-face.ts';
import type { Place } from './types.ts';

export type ShortcutsDialogProps = {
  places: readonly Place[];
  /** Shortcuts of the page that is open. */
  extra?: readonly { keys: string; does: string }[];
  onClose: () => void;
};

/** The list of shortcuts over the page. */
export function ShortcutsDialog({ places, extra = [], onClose }: ShortcutsDialogProps) {
  const shortcuts = [
    { keys: '⌘ K', does: 'Search or do anything' },
    { keys: 'j k', does: 'Next and previous row' },
    ...places.map(({ id, label }) => ({ keys: `g ${placeFaces[id].letter}`, does: `Go to ${label}` })),
    ...extra,
    { keys: '?', does: 'Show this' },
  ];
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard" description="Shortcuts rest while a text field has the focus.">
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
