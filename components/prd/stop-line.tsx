'use client';

import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

export interface StopLineProps {
  readonly says: string;
  /** The event that stops it, and what the button says. */
  readonly type: 'USER_CANCEL' | 'FORCE_STOP';
  readonly label: string;
  readonly onSay: SayToRun;
}

/** What goes on by itself and can be stopped: a planning, or a row of automatic fixes. */
export function StopLine({ says, type, label, onSay }: StopLineProps) {
  const { pending, refusal, say } = useSaying(onSay);
  return (
    <Notice
      tone="busy"
      action={
        <Button disabled={pending} onClick={() => void say({ type, fields: {} })}>
          {label}
        </Button>
      }
    >
      {refusal ?? says}
    </Notice>
  );
}
