import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { controlEvent, engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { readLimits, readSaid } from '#lib/machines/read-said.ts';
import { decisionSchema } from '#lib/review/decision.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { refuseUnmovable } from '#server/engine/refuse-unmovable.ts';
import { send } from '#server/engine/send.ts';
import { giveVerdict } from '#server/review/give-verdict.ts';
import { type StoredRun, storedRun } from '#server/store/stored-run.ts';
import { type ApiContext, procedure } from '../trpc.ts';

/** Every intervention has an id that the page chose for this press of a button: a repeat is harmless. */
const intervention = z.strictObject({
  runId: z.guid(),
  commandId: z.string().min(8).max(80).transform(wellFormed),
  reason: z.string().trim().max(400).default(''),
});

type Signed = ApiContext & { person: NonNullable<ApiContext['person']> };

/** What people do to runs. Each is an event with its author, in the trace and in the audit log, refused with a reason. */
export const steerRuns = {
  pause: procedure('runs.pause')
    .input(intervention)
    .mutation(({ ctx, input }) =>
      intervene(ctx, input, { type: engineEvent.pause, payload: { reason: input.reason } }),
    ),

  resume: procedure('runs.resume')
    .input(intervention)
    .mutation(({ ctx, input }) =>
      intervene(ctx, input, { type: engineEvent.resume, payload: { reason: input.reason } }),
    ),

  abort: procedure('runs.abort')
    .input(intervention)
    .mutation(({ ctx, input }) =>
      intervene(ctx, input, { type: engineEvent.abort, payload: { reason: input.reason } }),
    ),

  message: procedure('runs.message')
    .input(intervention.extend({ text: z.string().trim().min(1).max(10_000) }))
    .mutation(({ ctx, input }) =>
      intervene(ctx, input, { type: controlEvent.message, payload: { by: ctx.person.actor, text: input.text } }),
    ),

  limits: procedure('runs.limits')
    .input(
      intervention.extend({
        changes: z
          .strictObject({
            max_iterations: z.int().min(1).max(1_000),
            target_pass_rate: z.number().gt(0).max(1),
            mode: z.enum(executionModes),
            timeout_minutes: z.number().positive().nullable(),
            /** Numbers of the criteria that change; the machine's own schema has the last word. */
            criteria: z.record(z.string().max(80), z.number()),
          })
          .partial(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { target_pass_rate, criteria = {}, ...limits } = input.changes;
      const change = { ...criteria, ...(target_pass_rate !== undefined && { target_pass_rate }) };
      const run = await storedRun(ctx.services.pool, input.runId);
      const changed = Object.keys(change).length === 0 ? {} : criteriaWith(run, change);
      const changes = readLimits(run.machine, { ...limits, ...changed });
      const payload = { by: ctx.person.actor, reason: input.reason, changes };
      return await intervene(ctx, input, { type: controlEvent.limits, payload });
    }),

  review: procedure('runs.review')
    .input(
      intervention.extend({
        decision: decisionSchema,
        /** The event that the person decided on: a run that has moved on since refuses the verdict. */
        expectedSeq: z.int32(),
      }),
    )
    .mutation(({ ctx, input }) => giveVerdict(ctx.services.engine, { ...input, by: ctx.person.actor })),

  /** What only this machine's runs are told: an answer, a yes to a plan, a change of it. */
  say: procedure('runs.say')
    .input(
      intervention.extend({
        type: z.string().min(1).max(80),
        fields: z.record(z.string().max(80), z.json()).default({}),
        /** The event that the person decided on, where a run that has moved on since shall refuse it. */
        expectedSeq: z.int32().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { type, fields, expectedSeq, ...input } }) => {
      const { machine } = await storedRun(ctx.services.pool, input.runId);
      const said = readSaid(machine, { type, fields, by: ctx.person.actor, reason: input.reason });
      return await intervene(ctx, input, { ...said, ...(expectedSeq !== undefined && { expectedSeq }) });
    }),

  fork: procedure('runs.fork')
    .input(intervention.extend({ atSeq: z.int32().min(1) }))
    .mutation(async ({ ctx, input }) => {
      const { runId, atSeq, reason, commandId } = input;
      const by = ctx.person.actor;
      return await forkRun(ctx.services.engine, { runId, atSeq, by, reason, commandId });
    }),
};

/** The criteria that hold now with something in them changed: a change of criteria names all of them. */
function criteriaWith({ envelope }: StoredRun, change: object): { criteria: object } {
  const { settings } = (envelope.context ?? {}) as { settings?: { criteria?: object } };
  return { criteria: { ...settings?.criteria, ...change } };
}

async function intervene(
  ctx: Signed,
  input: { runId: string; commandId: string },
  { type, payload, expectedSeq }: { type: string; payload: { readonly [field: string]: Json }; expectedSeq?: number },
): Promise<{ fate: string; reason: string | null }> {
  if (type !== engineEvent.abort) await refuseUnmovable(ctx.services.engine, input.runId);
  const sent = await send(ctx.services.engine, input.runId, {
    type,
    payload,
    ...(expectedSeq !== undefined && { expectedSeq }),
    key: `command:${input.commandId}`,
    actor: ctx.person.actor,
  });
  if (sent.fate !== 'refused') return { fate: sent.fate, reason: sent.reason };
  throw new DomainError('REFUSED', `Nothing was changed: ${sent.reason ?? 'the run does not take it now'}.`);
}
