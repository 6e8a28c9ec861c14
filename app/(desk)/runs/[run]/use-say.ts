'use client';

import { useCallback } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useTRPCClient } from '../../../_lib/trpc.ts';

/** Sends what a person says to a run, decided on the event that the page shows; gives the reason when it was refused. */
export function useSay(runId: string): SayToRun {
  const client = useTRPCClient();
  return useCallback(
    async (said) =>
      await client.runs.say.mutate({ runId, commandId: crypto.randomUUID(), ...said }).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    [client, runId],
  );
}
