import { randomUUID } from 'node:crypto';
import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { refuseUnmovable } from '#server/engine/refuse-unmovable.ts';
import { send } from '#server/engine/send.ts';
import type { RunInBrief } from '#server/store/runs-in-brief.ts';
import { signed } from '#server/store/signed.ts';
import { actor } from './actor.ts';
import type { StackUse } from './with-stack.ts';

/** What a run says of a control that does not apply. */
export const refusals = {
  pause: 'cannot be paused',
  resume: 'cannot go on',
  abort: 'cannot be aborted',
  message: 'takes no message',
  limits: 'takes no other limits',
} as const;

/** What a person asks of a run. */
export interface Intervention {
  /** What the run says when it does not apply, as in "cannot be paused". */
  readonly refusal: string;
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  /** The event that it was decided on; refused when the run has moved on. */
  readonly expectedSeq?: number | undefined;
}

/** Sends a person's event to a run and writes it down. Throws REFUSED with the run's own reason where it does not apply. */
export async function steer(
  { engine }: Pick<StackUse, 'engine'>,
  { id, number }: RunInBrief,
  { refusal, type, payload, expectedSeq }: Intervention,
): Promise<void> {
  const by = actor();
  const key = `cli:${randomUUID()}`;
  const at = expectedSeq === undefined ? {} : { expectedSeq };
  if (type !== engineEvent.abort) await refuseUnmovable(engine, id);
  const signedEngine = { ...engine, pool: signed(engine.pool, { actor: by, door: 'cli', address: null }) };
  const { fate, reason } = await send(signedEngine, id, { type, payload, key, actor: by, ...at });
  if (fate === 'applied' || fate === 'pending') return;
  throw new DomainError('REFUSED', `Run #${number} ${refusal} now: ${reason ?? fate}.`, {
    next: `See \`firmloop status ${number}\`.`,
  });
}
