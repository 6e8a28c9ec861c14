import { expect, test } from 'vitest';
import { launch } from '#server/launch/launch.ts';
import { filesOf, repositoryOf } from '#server/scenarios/firmware.ts';
import { standForFile, storyOf, untilState } from '#server/scenarios/kit.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

const stand = standForFile();
const example = new URL('../../examples/ring-buffer', import.meta.url).pathname;
const on = (...args: string[]) =>
  firmloop(args, { env: { DATABASE_URL: stand().databaseUrl, FIRMLOOP_HOME: scratchFolder() } });

test('a task is answered, told yes, and cancelled from a shell; what it does not take is refused with the reason', async () => {
  const { engine, home } = stand();
  const folder = repositoryOf(filesOf(example));
  const { runId: id } = await launch(engine, { by: 'tester', door: 'cli', home, folder, mode: 'interactive' });
  await untilState(stand(), id, 'CLARIFYING');
  const early = await on('undo', id);
  expect([early.code, early.stderr]).toEqual([2, expect.stringMatching(/has no plan whose steps could be undone/)]);
  expect((await on('answer', id, 'The oldest one.')).stdout).toMatch(/has the answer; it is in/);
  await untilState(stand(), id, 'AWAITING_CONFIRMATION');
  const beyond = await on('undo', id, '--step', '3', '--reason', 'not so');
  expect([beyond.code, beyond.stderr]).toEqual([2, expect.stringMatching(/can undo nothing of this plan/)]);
  expect((await on('confirm', id)).stdout).toMatch(/is told yes/);
  expect((await on('cancel', id, '--reason', 'seen enough')).code).toBe(0);
  const ended = await storyOf(stand(), id);
  expect(ended, ended.trace).toMatchObject({ outcome: 'cancelled', exitCode: 1 });
  expect(ended.trace).toMatch(/answers: The oldest one\./);
  const late = await on('answer', id, 'too late');
  expect([late.code, late.stderr]).toEqual([2, expect.stringMatching(/waits for no answer/)]);
}, 180_000);
