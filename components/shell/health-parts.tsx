'use client';

import { Popover } from 'radix-ui';
import type { ReactElement } from 'react';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { StackHealth } from './types.ts';

export type HealthPartsProps = { health: StackHealth; trigger: ReactElement };

/** The parts of the stack and how each is, open at once. */
export function HealthParts({ health, trigger }: HealthPartsProps) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
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
