'use client';

import { Popover } from 'radix-ui';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { StackHealth } from './types.ts';

export type HealthMarkProps = { health: StackHealth };

/** The stack's health in a word; its parts behind it. */
export function HealthMark({ health }: HealthMarkProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`Health of the stack: ${health.word}`}
        className="flex h-7 items-center rounded-md px-1.5 hover:bg-sunken"
      >
        <ToneMark tone={health.tone} className="max-md:[&>span]:sr-only">
          {health.word}
        </ToneMark>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-56 animate-appear rounded-md border bg-raised p-3 text-sm shadow-overlay"
        >
          <ul className="flex flex-col gap-1">
            {health.parts.map((part) => (
              <li key={part.name} className="flex items-center justify-between gap-6">
                {part.name}
                <ToneMark tone={part.tone}>{part.word}</ToneMark>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
