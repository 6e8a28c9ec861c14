'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, type MenuItem } from '#components/ui/dropdown-menu.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { BoardDialogs, type OpenDialog } from './board-dialogs.tsx';
import { healthChoices } from './health-choices.ts';

type Page = Outputs['boards']['page'];

/** What else can be done with a board: taking it, giving it on, saying what it is worth. */
export function BoardActions({ page }: { page: Page }) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const items = itemsOf(page, setOpen);
  if (items.length === 0) return null;
  return (
    <>
      <DropdownMenu
        align="end"
        items={items}
        trigger={
          <Button aria-label="More">
            <Ellipsis aria-hidden /> More
          </Button>
        }
      />
      {open !== null && <BoardDialogs page={page} open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function itemsOf({ board, reservation, mayManage, me }: Page, open: (dialog: OpenDialog) => void): MenuItem[] {
  const items: MenuItem[] = [];
  if (reservation?.holder === me) {
    items.push({ id: 'hand-over', label: 'Hand over…', onSelect: () => open({ kind: 'hand-over' }) });
    items.push({ id: 'share', label: 'Share…', onSelect: () => open({ kind: 'share' }) });
  }
  if (!mayManage) return items;
  if (reservation !== null && reservation.holder !== me)
    items.push({
      ...{ id: 'force', label: `Take it from ${reservation.holder}…`, danger: true },
      onSelect: () => open({ kind: 'force' }),
    });
  const choices = healthChoices.filter(({ to }) => to !== board.health);
  return [
    ...items,
    ...choices.map((choice) => ({
      ...{ id: choice.to, label: `${choice.label}…` },
      onSelect: () => open({ kind: 'health', choice }),
    })),
  ];
}
