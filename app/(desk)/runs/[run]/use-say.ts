'use client';

import { useCallback, useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { type Outputs, useTRPCClient } from '../../../_lib/trpc.ts';

/** Something that a person said and the run did not take, and the state in which it was said. */
interface Refused {
  readonly why: string;
  readonly state: string;
}

/**
 * Sends what a person says to a run, decided on the event that the page shows; gives the reason when it was refused. The
 * last refusal is kept: of a run that has moved on, the place where it was said may be gone from the page.
 */
export function useSay({ id, state }: Pick<Outputs['runs']['page']['detail'], 'id' | 'state'>): {
  readonly say: SayToRun;
  readonly refused: Refused | null;
} {
  const client = useTRPCClient();
  const [refused, setRefused] = useState<Refused | null>(null);
  const say: SayToRun = useCallback(
    async (said) => {
      const why = await client.runs.say.mutate({ runId: id, commandId: crypto.randomUUID(), ...said }).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      setRefused(why === undefined ? null : { why, state });
      return why;
    },
    [client, id, state],
  );
  return { say, refused };
}
