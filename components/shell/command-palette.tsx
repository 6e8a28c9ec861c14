'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { SearchButton } from './search-button.tsx';
import type { Command } from './types.ts';

const List = lazy(() => import('./command-list.tsx').then(({ CommandList }) => ({ default: CommandList })));

export type CommandPaletteProps = {
  commands: readonly Command[];
  /** Asks for more commands, such as runs found by name, as the person types. */
  onQuery?: (query: string) => void;
};

/** The search button of the top bar and, on it or on ⌘K, the palette over everything. */
export function CommandPalette({ commands, onQuery }: CommandPaletteProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((was) => !was);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <SearchButton onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <List commands={commands} onQuery={onQuery} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
