'use client';

import { useState } from 'react';
import { Segmented } from '#components/ui/segmented.tsx';
import { Conversation } from './conversation.tsx';
import type { Line } from './types.ts';

export interface ConversationsProps {
  readonly session: readonly Line[];
  readonly brain: readonly Line[];
  readonly isCut: boolean;
}

const sides = [
  { value: 'session', label: 'Session' },
  { value: 'brain', label: 'Brain and judge' },
] as const;

/** Both conversations side by side; where there is no room for two, one of them. */
export function Conversations({ session, brain, isCut }: ConversationsProps) {
  const [side, setSide] = useState<'session' | 'brain'>('session');
  const hidden = (own: string): string => (side === own ? '' : 'max-lg:hidden');
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Segmented
        label="Conversation"
        options={sides}
        value={side}
        onChange={setSide}
        className="self-start lg:hidden"
      />
      <div className="grid min-w-0 gap-4 lg:grid-cols-2">
        <div className={hidden('session')}>
          <Conversation
            title="Session"
            empty="The session has not been told anything yet."
            lines={session}
            isCut={isCut}
          />
        </div>
        <div className={hidden('brain')}>
          <Conversation title="Brain and judge" empty="The judge has not been asked yet." lines={brain} isCut={isCut} />
        </div>
      </div>
    </div>
  );
}
