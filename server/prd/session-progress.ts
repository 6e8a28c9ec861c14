import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { PrdContext } from '#lib/machines/prd-agent/context.ts';
import { prdAgent } from '#lib/machines/prd-agent/index.ts';
import { progressOf, type SessionProgress } from '#lib/prd/progress.ts';
import { recordsOf } from '#server/store/finalise-rows.ts';
import { storedRun } from '#server/store/stored-run.ts';

/** Where a session stands now. Throws BAD_INPUT for a run of another machine. */
export async function sessionProgress(pool: Pool, runId: string): Promise<SessionProgress> {
  const { id, number, machine, state, envelope } = await storedRun(pool, runId);
  mustBeSession(machine, number);
  const [task, progress, context] = await Promise.all(
    (['task', 'progress', 'context'] as const).map((kind) => recordsOf(pool, id, kind)),
  );
  return progressOf(
    { id, state, context: envelope.context as unknown as PrdContext },
    { task: task ?? [], progress: progress ?? [], context: context ?? [] },
  );
}

/** Only a session has a document and a queue. */
export function mustBeSession(machine: string, number: number): void {
  if (machine === prdAgent.id) return;
  throw new DomainError(
    'BAD_INPUT',
    `Run #${number} is run by ${machine}: only runs of ${prdAgent.id} have a task queue.`,
    {
      next: 'Look at its trace instead.',
    },
  );
}
