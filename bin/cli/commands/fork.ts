import { randomUUID } from 'node:crypto';
import { forkRun } from '#server/engine/fork-run.ts';
import { writeAudit } from '#server/store/audit.ts';
import { storable } from '#server/store/storable.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { warnWithoutRunner } from '../warn-without-runner.ts';
import { withStack } from '../with-stack.ts';

interface ForkOptions {
  readonly at: number;
  readonly reason: string;
}

/** `firmloop fork`: a new run that shares the log of another up to an event, and goes its own way from there. */
export async function fork(reference: string, { at, reason }: ForkOptions): Promise<ExitCode> {
  await withStack({ runner: false }, async ({ engine, pool }) => {
    const run = await findRun(pool, reference);
    const by = actor();
    const made = await forkRun(engine, { runId: run.id, atSeq: at, by, reason, commandId: randomUUID() });
    await writeAudit(pool, {
      actor: by,
      action: 'run.fork',
      targetKind: 'run',
      targetId: run.id,
      projectId: run.projectId,
      door: 'cli',
      after: storable({ at_seq: at, fork: made.id, reason }),
    });
    console.log(`Run #${made.number} shares the log of run #${run.number} up to event ${at}.`);
    await warnWithoutRunner(pool, made.number);
  });
  return exitCode.success;
}
