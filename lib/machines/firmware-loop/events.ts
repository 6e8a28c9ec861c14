import { z } from 'zod';
import { policyVerdict } from '#lib/activities/patch.ts';
import { id, iteration, name, whole } from '#lib/activities/shapes.ts';
import { executionModes, plateauStrategySchema } from '#lib/convergence/plateau.ts';
import type { Said } from '#lib/engine/definition.ts';
import { runMinutes } from '../run-minutes.ts';
import { budgets, criteriaInput, limits } from './input.ts';

const said = { by: name, reason: z.string().max(400) };

const { max_iterations, retry_limit, recoveries_per_iteration, review_due_minutes, risk_budget } = limits.shape;

/** What may be changed while a run goes on. */
export const limitChanges = z
  .strictObject({
    max_iterations: max_iterations.unwrap(),
    timeout_minutes: runMinutes.nullable(),
    retry_limit: retry_limit.unwrap(),
    recoveries_per_iteration: recoveries_per_iteration.unwrap(),
    review_due_minutes: review_due_minutes.unwrap(),
    risk_budget: risk_budget.unwrap(),
    budgets,
    mode: z.enum(executionModes),
    criteria: criteriaInput,
    plateau: plateauStrategySchema,
  })
  .partial();
export type LimitChanges = z.infer<typeof limitChanges>;

/** The tree that was kept after an iteration, with what was measured of it. */
const keptTree = z.object({ iteration, commit: id, passed: whole, total: whole, errors: whole });
export type KeptTree = z.infer<typeof keptTree>;

const patch = { proposalId: id, fingerprint: z.string().min(1).max(16), policy: policyVerdict };

/** Names the patch that was looked at by the hash of the proposal, which names its diff by the hash of its bytes. */
const oneProposal = z.strictObject({ proposalId: id });

/** What people say to a patch that is too risky to be tried without them. Verdicts and steps in have doors of their own. */
export const firmwareLoopSaid = {
  'patch.approve': { schema: oneProposal, refusal: 'waits for no approval of this patch' },
  'patch.refuse': { schema: oneProposal, refusal: 'waits for no approval of this patch' },
} as const satisfies Record<string, Said>;

/** Every event from outside by its type: from people, boards and the engine's controls. */
export const firmwareLoopEvents = {
  START: z.object({}),
  'board.granted': z.object({ reservationId: id, board: name.nullable() }),
  'board.refused': z.object({ reservationId: id, reason: z.string().max(400) }),
  'patch.approve': z.object({ ...said, ...oneProposal.shape }),
  'patch.refuse': z.object({ ...said, ...oneProposal.shape }),
  'review.continue': z.object({ ...said, hint: z.string().max(10_000).optional() }),
  'review.switch-strategy': z.object({ ...said, strategy: name.optional() }),
  'review.roll-back': z.object({ ...said, to: z.enum(['best', 'base']) }),
  'review.accept': z.object(said),
  'review.give-up': z.object(said),
  'review.abort': z.object(said),
  'review.patch': z.object({ ...said, ...patch }),
  'review.run-again': z.object(said),
  'control.abort': z.object(said),
  'control.timeout': z.object({}),
  'control.message': z.object({ by: name, text: z.string().max(10_000) }),
  'control.limits': z.object({ ...said, changes: limitChanges }),
  'control.roll-back': z.object({ ...said, to: keptTree }),
  'control.switch-strategy': z.object({ ...said, strategy: name }),
  'control.patch': z.object({ ...said, ...patch }),
  'control.run-again': z.object(said),
  'control.accept': z.object(said),
} as const satisfies Record<string, z.ZodType>;

export type FirmwareLoopEventType = keyof typeof firmwareLoopEvents;

/** An event of this type as the machine receives it; `at` is the database's clock. */
export type EventOf<Type extends FirmwareLoopEventType> = z.infer<(typeof firmwareLoopEvents)[Type]> & {
  readonly type: Type;
  readonly at: number;
};
