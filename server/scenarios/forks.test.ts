import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTinyFirmware } from '#server/chaos/tiny-firmware.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { newFolder } from './firmware.ts';
import { play, type Story, standForFile, storyOf } from './kit.ts';

const stand = standForFile();

let parent: Story;
let before: unknown;

beforeAll(async () => {
  const folder = join(newFolder(), 'firmware');
  await makeTinyFirmware(folder);
  parent = await play(stand(), folder);
  before = await everythingOf(parent.runId);
}, 180_000);

/** All that is stored of a run, as text. */
async function everythingOf(runId: string): Promise<Record<string, string>> {
  const tables = ['event', 'transition', 'activity', 'timer', 'record', 'run_artifact', 'result_set'];
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { rows: all } = await stand().pool.query(
        `SELECT string_agg(t::text, E'\n' ORDER BY t::text) AS said FROM ${table} t WHERE run_id = $1`,
        [runId],
      );
      return [table, String(all[0].said)] as const;
    }),
  );
  const { rows: run } = await stand().pool.query('SELECT t::text AS said FROM run t WHERE id = $1', [runId]);
  return Object.fromEntries([...rows, ['run', String(run[0].said)]]);
}

/** The event that brought the finished run into a state in an iteration. */
async function eventInto(state: string, iteration: number): Promise<number> {
  const { rows } = await stand().pool.query(
    `SELECT event_seq AS seq FROM transition WHERE run_id = $1 AND iteration = $3
       AND (to_state = $2 OR to_state LIKE $2 || '.%') ORDER BY seq LIMIT 1`,
    [parent.runId, state, iteration],
  );
  return rows[0].seq;
}

describe('a fork of a finished run of the firmware loop', { timeout: 180_000 }, () => {
  test.each([
    ['CODE_ANALYSIS', 2, 'after iteration 1'],
    ['BUILD_RUN', 2, 'while it builds'],
    ['TEST_RUN', 2, 'between its build and its tests'],
    ['RESULT_COLLECTION', 3, 'once it has run its tests'],
  ])('runs from %s of iteration %i to an end of its own, and its parent is not touched', async (state, iteration) => {
    const atSeq = await eventInto(state, iteration);
    const { id } = await forkRun(stand().engine, {
      runId: parent.runId,
      atSeq,
      by: 'ada',
      reason: 'try again',
      commandId: `${state} ${iteration}`,
    });
    const fork = await storyOf(stand(), id);
    expect(fork.outcome, fork.trace).toBe('SUCCESS');
    expect(fork.iterations.length).toBe(parent.iterations.length);
    const shared = parent.transitions.slice(0, await lengthUpTo(atSeq));
    expect(fork.transitions.slice(0, shared.length)).toEqual(shared);
    expect(fork.trace).not.toMatch(/ERROR_RECOVERY/);
    expect(await replayRun(stand().engine, id)).toMatchObject({ equal: true });
    expect(await everythingOf(parent.runId)).toEqual(before);
  });
});

/** How many transitions the finished run has up to an event: those that a fork there shares with it. */
async function lengthUpTo(eventSeq: number): Promise<number> {
  const { rows } = await stand().pool.query(
    'SELECT count(*)::int AS length FROM transition WHERE run_id = $1 AND event_seq <= $2',
    [parent.runId, eventSeq],
  );
  return rows[0].length;
}
