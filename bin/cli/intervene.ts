import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { send } from '#server/engine/send.ts';
import { writeAudit } from '#server/store/audit.ts';
import { type RunInBrief, runInBrief } from '#server/store/runs-in-brief.ts';
import { storable } from '#server/store/storable.ts';
import { actor } from './actor.ts';
import { findRun } from './find-run.ts';
import { warnWithoutRunner } from './warn-without-runner.ts';
import { withStack } from './with-stack.ts';

export interface Intervention {
  /** The word for the audit log and for the person: `pause`. */
  readonly word: string;
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  /** The event that it was decided on; refused when the run has moved on. */
  readonly expectedSeq?: number | undefined;
}

/** Sends a person's event to a run and writes it down. Throws REFUSED with the run's own reason where it does not apply. */
export async function intervene(
  reference: string,
  { word, type, payload, expectedSeq }: Intervention,
): Promise<RunInBrief> {
  return await withStack({ runner: false }, async ({ engine, pool }) => {
    const run = await findRun(pool, reference);
    const by = actor();
    const key = `cli:${randomUUID()}`;
    const sent = await send(engine, run.id, {
      type,
      payload,
      key,
      actor: by,
      ...(expectedSeq !== undefined && { expectedSeq }),
    });
    await writeAudit(pool, {
      actor: by,
      action: `run.${word}`,
      targetKind: 'run',
      targetId: run.id,
      projectId: run.projectId,
      door: 'cli',
      after: storable({ ...payload, fate: sent.fate, why: sent.reason }),
    });
    if (sent.fate === 'refused' || sent.fate === 'stale')
      throw new DomainError('REFUSED', `Run #${run.number} refuses to ${word}: ${sent.reason ?? sent.fate}.`, {
        next: `See \`firmloop status ${run.number}\`.`,
      });
    if ((await runInBrief(pool, run.id))?.status !== 'finished') await warnWithoutRunner(pool, run.number);
    return run;
  });
}
