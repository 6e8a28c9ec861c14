'use client';

import { Command as Primitive } from 'cmdk';
import { Kbd } from '#components/ui/kbd.tsx';
import type { Command } from './types.ts';

export type CommandListProps = {
  commands: readonly Command[];
  onQuery?: ((query: string) => void) | undefined;
  onClose: () => void;
};

/** The palette itself: type, arrow, Enter. */
export function CommandList({ commands, onQuery, onClose }: CommandListProps) {
  return (
    <Primitive.Dialog
      open
      onOpenChange={onClose}
      label="Search or do"
      overlayClassName="fixed inset-0 z-40 animate-appear bg-veil"
      contentClassName="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 animate-appear overflow-hidden rounded-lg border bg-raised shadow-overlay"
    >
      <Primitive.Input
        placeholder="A run, a page, an action"
        {...(onQuery && { onValueChange: onQuery })}
        className="h-11 w-full border-line border-b bg-transparent px-4 text-base -outline-offset-2"
      />
      <Primitive.List className="max-h-[60dvh] overflow-y-auto p-1">
        <Primitive.Empty className="px-3 py-4 text-ink-muted text-sm">Nothing by that name.</Primitive.Empty>
        {groupsOf(commands).map(([group, members]) => (
          <Primitive.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-ink-muted [&_[cmdk-group-heading]]:text-xs"
          >
            {members.map((command) => (
              <Primitive.Item
                key={command.id}
                value={`${command.label} ${command.id}`}
                keywords={[...(command.keywords ?? [])]}
                onSelect={() => {
                  onClose();
                  command.run();
                }}
                className="flex h-9 items-center gap-3 rounded-sm px-3 text-sm data-[selected=true]:bg-sunken"
              >
                <span className="min-w-0 flex-1 truncate">{command.label}</span>
                {command.keys !== undefined && <Kbd keys={command.keys} />}
              </Primitive.Item>
            ))}
          </Primitive.Group>
        ))}
      </Primitive.List>
    </Primitive.Dialog>
  );
}

function groupsOf(commands: readonly Command[]): readonly [string, readonly Command[]][] {
  return [...Map.groupBy(commands, ({ group }) => group)];
}
