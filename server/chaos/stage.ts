import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { persistently } from '#server/db/persistently.ts';
import { openPool } from '#server/db/pool.ts';
import type { Engine } from '#server/engine/engine.ts';
import { send } from '#server/engine/send.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { startToyRun } from '#server/testing/toy-engine.ts';
import { chaosEngine } from './chaos-engine.ts';
import { makeTinyFirmware } from './tiny-firmware.ts';

/** A home for runners with a firmware project beside it, and the means to set runs going there. */
export interface Stage {
  readonly engine: Engine;
  readonly databaseUrl: string;
  readonly home: string;
  /** Starts a run on the tiny firmware; nobody is waited for. */
  launchFirmware(): Promise<string>;
  /** Starts a toy run of `rounds` activities that must not be repeated. Its person answers before being asked. */
  startToy(rounds: number): Promise<string>;
  /** A sentence for each run that has not ended, all its events decided, within the time, milliseconds; none when all have. */
  notEndedWithin(ms: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function createStage(databaseUrl: string): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-chaos-'));
  const firmware = join(folder, 'firmware');
  await makeTinyFirmware(firmware);
  const home = await mkdtemp(join(folder, 'home-'));
  const pool = openPool(databaseUrl, { max: 6, name: 'firmloop-chaos' });
  const engine = chaosEngine(pool);
  return {
    engine,
    databaseUrl,
    home,
    async launchFirmware() {
      const request = { folder: firmware, mode: 'ci', by: 'chaos', door: 'cli' } as const;
      return (await persistently(() => launchRun(engine, request))).runId;
    },
    async startToy(rounds) {
      const run = await persistently(() => startToyRun(engine, { goal: rounds }));
      const answer = { type: 'ANSWER', payload: { text: 'yes' }, key: randomUUID(), actor: 'chaos' };
      await persistently(() => send(engine, run, answer));
      return run;
    },
    async notEndedWithin(ms) {
      const deadline = performance.now() + ms;
      for (;;) {
        const open = await persistently(() => openRuns(engine));
        if (open.length === 0 || performance.now() > deadline) return open;
        await wait(50);
      }
    },
    async close() {
      await pool.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A runner that is killed right after the last step of a run leaves early events to the next one's sweep. */
async function openRuns({ pool }: Engine): Promise<string[]> {
  const { rows } = await pool.query<{ number: number; state: string; status: string; undecided: number }>(
    `SELECT number, state, status, undecided
     FROM run, LATERAL (SELECT count(*)::int AS undecided FROM event e WHERE e.run_id = run.id AND e.fate = 'pending') p
     WHERE status <> 'finished' OR undecided > 0`,
  );
  return rows.map(
    ({ number, state, status, undecided }) =>
      `run ${number} has not ended: ${state} (${status}), ${undecided} events undecided`,
  );
}
