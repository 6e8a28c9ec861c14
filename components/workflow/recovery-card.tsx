'use client';

import { useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { WorkflowTroubleFact } from './types.ts';

export interface RecoveryCardProps {
  /** The state that the workflow rests in. */
  readonly state: 'idle' | 'error' | 'workflow_completed' | 'cancelled';
  readonly trouble: WorkflowTroubleFact | null;
  /** A step has been begun, so that its behavior can be begun again. */
  readonly canBeginBehavior: boolean;
  readonly onSay: SayToRun;
}

const faces = {
  idle: { tone: 'attention', title: 'Not started' },
  error: { tone: 'bad', title: 'The workflow stands in error' },
  workflow_completed: { tone: 'good', title: 'Completed; it can be reset for a while' },
  cancelled: { tone: 'idle', title: 'Cancelled; it can be reset for a while' },
} as const satisfies Record<RecoveryCardProps['state'], { tone: Tone; title: string }>;

const ways = {
  START_BEHAVIOR: 'Begin the behavior again',
  START_WORKFLOW: 'Begin the workflow',
  RESET: 'Reset',
} as const;

const offered = {
  idle: ['START_WORKFLOW'],
  error: ['START_BEHAVIOR', 'START_WORKFLOW', 'RESET'],
  workflow_completed: ['RESET'],
  cancelled: ['RESET'],
} as const satisfies Record<RecoveryCardProps['state'], readonly (keyof typeof ways)[]>;

/** A workflow that rests: why, and the ways on. */
export function RecoveryCard({ state, trouble, canBeginBehavior, onSay }: RecoveryCardProps) {
  const [reason, setReason] = useState('');
  const { pending, refusal, say } = useSaying(onSay);
  const { tone, title } = faces[state];
  const open = offered[state].filter((event) => event !== 'START_BEHAVIOR' || canBeginBehavior);
  return (
    <section
      aria-label="What the workflow asks"
      className="flex min-w-0 flex-col gap-3 border-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone={tone} className="font-semibold">
        {title}
      </ToneMark>
      {trouble !== null && (
        <p className="text-sm">
          <code className="tabular">{trouble.code}</code> in <code className="tabular">{trouble.from}</code>:{' '}
          <SafeText text={trouble.message} limit={400} />
        </p>
      )}
      <Field label="Reason" hint="Kept in the trace under your name." error={refusal} optional>
        <Input value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        {open.map((event, at) => (
          <Button
            key={event}
            size="md"
            kind={at === 0 && state === 'error' ? 'primary' : 'secondary'}
            disabled={pending}
            onClick={() => void say({ type: event, reason: reason.trim(), fields: {} })}
          >
            {ways[event]}
          </Button>
        ))}
      </div>
    </section>
  );
}
