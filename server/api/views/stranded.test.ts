import { beforeAll, expect, test } from 'vitest';
import { installedStates } from '#lib/machines/installed-machine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { runList } from '#server/store/pages/run-list.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { presentPage } from '../history/read-page.ts';
import type { Services } from '../services.ts';
import { planDeed } from '../steering/plan-deed.ts';
import { needsOf } from './needs.ts';
import { summaries } from './summaries.ts';

const why = 'was made with toy version 1, which is not installed here';

const pool = await testPool();
const services = { pool, engine: installedEngine(pool) } as Services;
/** Of a machine that no release has. */
let runId: string;

beforeAll(async () => {
  runId = await startToyRun(toyEngine(pool), { goal: 9 });
});

test('the page of a run that nothing moves on says why, and offers to abort it', async () => {
  const { detail, unavailable } = await presentPage(services, await runPage(pool, runId));
  expect(detail.life).toEqual({ status: 'stranded', why });
  expect(unavailable).toMatchObject({ pause: expect.stringContaining(why), message: expect.stringContaining(why) });
  expect(unavailable).not.toHaveProperty('abort');
});

test('what an abort would do is told, and every other deed is refused with the reason', async () => {
  const asked = { runId, by: 'eve', reason: '' };
  expect((await planDeed(services, { ...asked, deed: { kind: 'abort' } })).effects).toEqual([
    'It stays in WORK.',
    'toil, which runs now, is stopped and proved gone first.',
    'The run ends where it stands.',
  ]);
  await expect(planDeed(services, { ...asked, deed: { kind: 'pause' } })).rejects.toThrow(`The run ${why}.`);
});

test('lists show it as such, and it needs somebody before everything else', async () => {
  const everywhere = { limit: 10, projectIds: null };
  const stranded = await runList(pool, { ...everywhere, notIn: installedStates });
  expect((await summaries(pool, stranded)).map(({ life }) => life)).toEqual([{ status: 'stranded', why }]);
  const needs = needsOf({ waiting: [], stranded }, { liveRunners: 1, queued: 0, now: Date.now() });
  expect(needs).toMatchObject([{ id: runId, tone: 'bad', kind: 'migration' }]);
  const known = [{ machine: 'toy', version: 1, states: ['WORK'] }];
  expect(await runList(pool, { ...everywhere, notIn: known })).toEqual([]);
});
