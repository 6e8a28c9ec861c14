'use client';

import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';

export type MenuItem = {
  id: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** Why the item cannot be chosen now; shown under it. */
  unavailable?: string | undefined;
  onSelect: () => void;
};

export type DropdownMenuProps = { trigger: ReactNode; items: readonly MenuItem[]; align?: 'start' | 'end' };

/** A menu behind a button. Items that do not apply stay visible and say why. */
export function DropdownMenu({ trigger, items, align = 'end' }: DropdownMenuProps) {
  const chosen = useRef<() => void>(undefined);
  /** Runs the choice only after the trigger has the focus again, so that a dialog it opens can give it back there. */
  function runChosen() {
    const run = chosen.current;
    chosen.current = undefined;
    if (run) setTimeout(run);
  }
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          onCloseAutoFocus={runChosen}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 max-w-80 animate-appear rounded-md border bg-raised p-1 shadow-overlay"
        >
          {items.map((item) => (
            <Item
              key={item.id}
              {...item}
              onSelect={() => {
                chosen.current = item.onSelect;
              }}
            />
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ label, icon: Icon, danger = false, unavailable, onSelect }: MenuItem) {
  return (
    <Primitive.Item
      onSelect={onSelect}
      disabled={unavailable !== undefined}
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-[highlighted]:bg-sunken',
        danger ? 'text-bad' : 'text-ink',
        unavailable !== undefined && 'text-ink-faint',
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <span className="flex min-w-0 flex-col">
        {label}
        {unavailable !== undefined && <span className="text-ink-faint text-xs">{unavailable}</span>}
      </span>
    </Primitive.Item>
  );
}
