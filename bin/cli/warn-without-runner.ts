import type { Pool } from 'pg';
import { runnerTunables } from '#server/runner/tunables.ts';
import { hasLiveRunner } from '#server/store/has-live-runner.ts';

/** Says on stderr when nobody is there to take a run further. */
export async function warnWithoutRunner(pool: Pool, number: number): Promise<void> {
  if (await hasLiveRunner(pool, runnerTunables.deadAfterMs)) return;
  console.error(`firmloop: no runner is at work: run #${number} goes on once one is, for example with \`npm start\`.`);
}
