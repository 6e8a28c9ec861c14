'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import type { Intervention } from '#components/run/steer-types.ts';
import { type Outputs, useTRPC, useTRPCClient } from '../../../_lib/trpc.ts';

/** Sends what a person decided; gives the reason when it was refused. Each press has an id of its own, so a repeat is harmless. */
export function useIntervene(
  runId: string,
  { limits, modes, detail }: Pick<Outputs['runs']['page'], 'limits' | 'modes' | 'detail'>,
): (intervention: Intervention) => Promise<string | undefined> {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { number } = detail;
  return useCallback(
    async (intervention) => {
      const command = { runId, commandId: crypto.randomUUID() };
      try {
        switch (intervention.kind) {
          case 'pause':
          case 'resume':
          case 'abort':
            await client.runs[intervention.kind].mutate({ ...command, reason: intervention.reason });
            break;
          case 'pin':
            await client.retention.pin.mutate({ run: number, why: intervention.reason });
            break;
          case 'unpin':
            await client.retention.unpin.mutate({ run: number });
            break;
          case 'message':
            await client.runs.message.mutate({ ...command, text: intervention.text });
            break;
          case 'limits': {
            const { maxIterations, targetPassRate, mode, timeoutMinutes, criteria } = intervention.limits;
            const known = modes.find((one) => one === mode);
            const changes = {
              ...(maxIterations !== limits?.maxIterations && { max_iterations: maxIterations }),
              ...(targetPassRate !== limits?.targetPassRate && { target_pass_rate: targetPassRate }),
              ...(known !== undefined && known !== limits?.mode && { mode: known }),
              ...(timeoutMinutes !== limits?.timeoutMinutes && { timeout_minutes: timeoutMinutes }),
              ...changedNumbers(limits?.criteria ?? {}, criteria),
            };
            await client.runs.limits.mutate({ ...command, reason: intervention.reason, changes });
            break;
          }
          case 'step-in': {
            const { kind: _, ...given } = intervention;
            await client.runs.stepIn.mutate({ runId, ...given });
            break;
          }
          case 'fork': {
            const fork = await client.runs.fork.mutate({
              ...command,
              reason: intervention.reason,
              atSeq: intervention.seq,
            });
            router.push(`/runs/${fork.number}`);
            break;
          }
        }
      } catch (error) {
        // Whoever was refused sees what the run is now.
        void queries.invalidateQueries({ queryKey: trpc.runs.page.queryKey() });
        return error instanceof Error ? error.message : String(error);
      }
      await queries.invalidateQueries({ queryKey: trpc.runs.page.queryKey() });
      return undefined;
    },
    [client, limits, modes, number, queries, router, runId, trpc],
  );
}

type Numbers = Readonly<Record<string, number>>;

/** The criteria that a person gave another number. */
function changedNumbers(before: Numbers, after: Numbers): { criteria?: Record<string, number> } {
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name]);
  return changed.length === 0 ? {} : { criteria: Object.fromEntries(changed) };
}
