'use client';

import { useCallback } from 'react';
import type { GivenVerdict, ReviewVerdict } from '#components/review/types.ts';
import { type Inputs, useTRPCClient } from '../../../_lib/trpc.ts';

type Decision = Inputs['runs']['review']['decision'];

/** What the API calls each verdict. */
const decisions = {
  continue: ({ hint }) => ({ verdict: 'continue', ...(hint !== undefined && { hint }) }),
  'switch-strategy': ({ strategy }) => ({ verdict: 'switch-strategy', ...(strategy && { strategy }) }),
  'roll-back-to-best': () => ({ verdict: 'roll-back', to: 'best' }),
  'roll-back-to-base': () => ({ verdict: 'roll-back', to: 'base' }),
  'run-again': () => ({ verdict: 'run-again' }),
  accept: () => ({ verdict: 'accept' }),
  'give-up': () => ({ verdict: 'give-up' }),
} satisfies Record<ReviewVerdict, (given: GivenVerdict) => Decision>;

/** Sends a person's verdict on the run as the page shows it; gives the reason when it was refused. */
export function useDecide(runId: string, seq: number): (given: GivenVerdict) => Promise<string | undefined> {
  const client = useTRPCClient();
  return useCallback(
    async (given) => {
      const command = { runId, commandId: crypto.randomUUID(), reason: given.reason, expectedSeq: seq };
      return await client.runs.review.mutate({ ...command, decision: decisions[given.verdict](given) }).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    },
    [client, runId, seq],
  );
}
