'use client';

import { useState } from 'react';
import type { SaidToRun, SayToRun } from '#components/run/steer-types.ts';

/** Says something to a session, once at a time, and keeps why it was refused. */
export function useSaying(onSay: SayToRun): {
  readonly pending: boolean;
  readonly refusal: string | undefined;
  readonly say: (said: SaidToRun) => Promise<void>;
} {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  return {
    pending,
    refusal,
    async say(said) {
      setPending(true);
      setRefusal(await onSay(said));
      setPending(false);
    },
  };
}
