import { DomainError } from '#lib/errors.ts';
import { readSaid } from '#lib/machines/read-said.ts';
import type { Engine } from '#server/engine/engine.ts';
import { refuseUnmovable } from '#server/engine/refuse-unmovable.ts';
import { send } from '#server/engine/send.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { mustBeSession } from './session-progress.ts';

/** A report of progress, as it came in. */
export interface ReportedProgress {
  readonly runId: string;
  /** Chosen for this one report: a repeat is harmless. */
  readonly commandId: string;
  readonly by: string;
  readonly fields: unknown;
}

/** The `update_progress` of the design (§5): keeps what somebody reports. Throws REFUSED where it does not apply. */
export async function updateProgress(
  engine: Engine,
  { runId, commandId, by, fields }: ReportedProgress,
): Promise<void> {
  const { machine, number } = await storedRun(engine.pool, runId);
  mustBeSession(machine, number);
  await refuseUnmovable(engine, runId);
  const { refusal, ...event } = readSaid(machine, { type: 'UPDATE_PROGRESS', by, reason: '', fields });
  const { fate, reason } = await send(engine, runId, { ...event, key: `command:${commandId}`, actor: by });
  if (fate === 'refused')
    throw new DomainError('REFUSED', `Run #${number} ${refusal} now: ${reason ?? fate}.`, {
      next: 'Name a task of its document, while the session goes on.',
    });
}
