'use client';

import { DropdownMenu as Primitive } from 'radix-ui';
import { useRef } from 'react';
import { cx } from './cx.ts';
import type { DropdownMenuProps, MenuItem } from './dropdown-menu.tsx';

/** A menu that opens at once: what stands behind a `DropdownMenu` from its first use on. */
export function OpenMenu({ trigger, items, align = 'end' }: DropdownMenuProps) {
  const chosen = useRef<() => void>(undefined);
  /** Runs the choice only after the trigger has the focus again, so that a dialog it opens can give it back there. */
  function runChosen() {
    const run = chosen.current;
    chosen.current = undefined;
    if (run) setTimeout(run);
  }
  return (
    <Primitive.Root defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          onCloseAutoFocus={runChosen}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-88 animate-appear overflow-y-auto rounded-md border bg-raised p-1 shadow-overlay"
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
