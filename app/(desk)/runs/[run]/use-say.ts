'use client';

import { useCallback } from 'react';
import type { TaskSaid } from '#components/task/task-card.tsx';
import { useTRPCClient } from '../../../_lib/trpc.ts';

/** Sends what a person says to a task; gives the reason when it was refused. */
export function useSay(runId: string): (said: TaskSaid) => Promise<string | undefined> {
  const client = useTRPCClient();
  return useCallback(
    async (said) => {
      const command = { runId, commandId: crypto.randomUUID() };
      const sent =
        said.kind === 'answer'
          ? client.runs.answer.mutate({ ...command, text: said.text })
          : client.runs.confirm.mutate({
              ...command,
              reason: said.reason,
              answer: said.answer,
              scope: said.scope,
              planId: said.planId,
            });
      return await sent.then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    },
    [client, runId],
  );
}
