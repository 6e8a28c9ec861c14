import { z } from 'zod';
import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { totalOf } from '#lib/machines/firmware-loop/iteration.ts';
import { iterationRecord } from '#server/store/pages/iteration-rows.ts';
import type { Services } from '../services.ts';
import type { Deed } from './deed.ts';
import { type JudgedPatch, judgePatch } from './judge-patch.ts';

/** A deed as an event of the run, and what was found of its patch. */
export interface DeedEvent {
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  readonly judged: JudgedPatch | null;
}

type Said = { readonly by: string; readonly reason: string };

/** The proposal of a patch that has not been stored: what it stands for is only looked at. */
const unfiled = 'preview';

/** What the run is told. Throws NOT_FOUND, CONFLICT or REFUSED where that cannot be said. */
export async function eventOfDeed(services: Services, runId: string, deed: Deed, said: Said): Promise<DeedEvent> {
  switch (deed.kind) {
    case 'pause':
    case 'resume':
    case 'abort':
      return { type: engineEvent[deed.kind], payload: { reason: said.reason }, judged: null };
    case 'roll-back':
      return {
        type: 'control.roll-back',
        payload: { ...said, to: await keptTree(services, runId, deed.iteration) },
        judged: null,
      };
    case 'switch-strategy':
      return { type: 'control.switch-strategy', payload: { ...said, strategy: deed.strategy }, judged: null };
    case 'patch':
      return await patchEvent(services, runId, deed.diff, said);
    case 'run-again':
    case 'accept':
      return { type: `control.${deed.kind}`, payload: { ...said }, judged: null };
  }
}

async function patchEvent(services: Services, runId: string, diff: string, said: Said): Promise<DeedEvent> {
  const judged = await judgePatch(services, runId, diff);
  const { findings, risk, allowed } = judged.policy;
  const [worst] = findings.filter(({ severity }) => severity === 'refuse');
  if (judged.files === 0) throw new DomainError('BAD_INPUT', 'That is no patch: it changes no file.');
  if (!allowed)
    throw new DomainError('REFUSED', `The policy refuses the patch: ${worst?.message ?? 'no rule is named'}`);
  const policy = { allowed, findings: findings.length, risk: risk.score, worst: worst?.message.slice(0, 400) ?? null };
  return {
    type: 'control.patch',
    payload: { ...said, proposalId: unfiled, fingerprint: judged.fingerprint, policy },
    judged,
  };
}

const counts = z.object({ passed: z.number(), failed: z.number(), errors: z.number(), skipped: z.number() });
const kept = z.object({ commit: z.string(), goal: counts, kept: z.literal(true) });
const base = z.object({ commit: z.string(), goal: counts });

/** The tree that an iteration left behind, when it was measured and kept. */
async function keptTree({ pool }: Services, runId: string, iteration: number) {
  const record = await iterationRecord(pool, runId, iteration);
  const parsed = (iteration === 0 ? base : kept).safeParse(record);
  if (!parsed.success) {
    const why = `Iteration ${iteration} left no tree to go back to: it was not measured, or not kept.`;
    throw new DomainError('REFUSED', why, { next: 'Choose an iteration that was kept.' });
  }
  const { commit, goal } = parsed.data;
  return { iteration, commit, passed: goal.passed, total: totalOf(goal), errors: goal.errors };
}
