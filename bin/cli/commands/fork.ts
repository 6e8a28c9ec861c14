import { randomUUID } from 'node:crypto';
import { forkRun } from '#server/engine/fork-run.ts';
import { signed } from '#server/store/signed.ts';
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
    const signature = { actor: by, door: 'cli', address: null, details: { reason } } as const;
    const signedEngine = { ...engine, pool: signed(engine.pool, signature) };
    const made = await forkRun(signedEngine, { runId: run.id, atSeq: at, by, reason, commandId: randomUUID() });
    console.log(`Run #${made.number} shares the log of run #${run.number} up to event ${at}.`);
    await warnWithoutRunner(pool, made.number);
  });
  return exitCode.success;
}
