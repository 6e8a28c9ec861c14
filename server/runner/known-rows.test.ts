import { expect, test } from 'vitest';
import type { Successor } from '#server/engine/chain.ts';
import { send } from '#server/engine/send.ts';
import { type Kept, nothingKept } from '#server/engine/unwritten.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { putAside } from './work-off.ts';

const pool = await testPool();
const engine = toyEngine(pool);

/** A run that this process has moved before, and the ends of its activities. */
async function movedRun() {
  const runId = await startToyRun(engine, { goal: 9 });
  let visit = 0;
  /** Ends the activity in flight with what it leaves; gives the names of the artifacts that the next one knows before. */
  async function end(kept: Kept | undefined, after: () => void = () => undefined): Promise<string[]> {
    visit += 1;
    const { rows } = await pool.query<{ id: string }>(
      `UPDATE activity SET status = 'running' WHERE run_id = $1 AND visit = $2 RETURNING id`,
      [runId, visit],
    );
    const activityId = rows[0]?.id ?? '';
    const known: string[] = [];
    const successor: Successor = {
      instantly: async () => null,
      ahead: (_beginning, { unwritten }) => {
        known.push(...unwritten.artifacts.map(({ name }) => name));
        return null;
      },
      written: async () => undefined,
    };
    const sent = await send(engine, runId, {
      type: 'xstate.done.actor.toil',
      payload: { visit, output: { amount: 1 } },
      key: `activity:${activityId}`,
      actor: 'runner',
      finish: { activityId, from: 'running', status: 'done', output: null, error: null },
      successor,
      ...(kept && { kept }),
      after: async () => {
        after();
        return [];
      },
    });
    expect(sent.fate).toBe('applied');
    return known;
  }
  await end(nothingKept);
  return { runId, end };
}

function note(runId: string, name: string): Kept {
  const bytes = Buffer.from(name);
  const artifact = { runId, iteration: 0, kind: 'file', name, hash: name.repeat(64), activityId: null };
  return { ...nothingKept, artifacts: [{ ...artifact, mediaType: 'text/plain', bytes }] };
}

const person = (type: string, key: string) => ({ type, key, payload: { reason: 'to see' }, actor: 'eve' });

test('what the ends of activities have left is known as long as nobody else moves the run', async () => {
  const { runId, end } = await movedRun();
  expect(await end(note(runId, 'a'))).toEqual(['a']);
  expect(await end(note(runId, 'b'))).toEqual(['a', 'b']);
  expect(await end(nothingKept)).toEqual(['a', 'b']);
});

test.each([
  ['an end that tells of rows stored before', async (_run, end) => end({ ...nothingKept, hasStored: true })],
  [
    'an end whose rest stores rows',
    async (_run, end) => {
      const kept = { ...nothingKept };
      await end(kept, () => Object.assign(kept, { hasStored: true }));
    },
  ],
  ['an end that does not tell what it leaves', async (_run, end) => end(undefined)],
  ['an event that is no end', async (run) => send(engine, run, person('engine.pause', `pause ${run}`))],
  ['a result that was put aside', async (run) => putAside({ engine } as never, aside(run), { ok: true, output: null })],
  ['somebody else', async (run) => send(toyEngine(pool), run, person('engine.pause', `pause ${run}`))],
] satisfies [string, (run: string, end: Awaited<ReturnType<typeof movedRun>>['end']) => Promise<unknown>][])(
  'after %s what was known is read anew',
  async (_, happens) => {
    const { runId, end } = await movedRun();
    expect(await end(note(runId, 'a'))).toEqual(['a']);
    await happens(runId, end);
    await send(engine, runId, person('engine.resume', `resume ${runId}`));
    // The first after a read has no successor to tell.
    await end(nothingKept);
    expect(await end(nothingKept)).toEqual([]);
  },
);

function aside(runId: string) {
  return { id: '00000000-0000-4000-8000-000000000000', runId, invokeId: 'toil', visit: 1 };
}
