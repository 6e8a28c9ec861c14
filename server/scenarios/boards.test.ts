import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBoards } from '#server/boards/testing.ts';
import { mustRun, newFolder } from '#server/environments/testing/subjects.ts';
import { boardEvents } from '#server/store/boards/board-events.ts';
import { consolesOf, wordsAfter } from '#server/store/boards/consoles.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { play, standForFile } from './kit.ts';

const example = fileURLToPath(new URL('../../examples/uart-frame', import.meta.url));
const stand = standForFile();
const parent = newFolder();
const folder = join(parent, 'uart-frame');

/** The example, tested on any board of a type of the farm. */
beforeAll(async () => {
  await mustRun(['make', '-s', '-C', example, 'branches', `DIR=${folder}`], parent);
  const file = join(folder, 'firmloop.yaml');
  const farm = '  farm: { type: board, board_type: mps2, image: build/uart-frame.elf, timeout: 30s, silence: 2s }\n';
  const written = await readFile(file, 'utf8');
  await writeFile(file, written.replace(/^environments:\n/m, `environments:\n${farm}`));
  await mustRun(['git', 'commit', '--quiet', '--all', '--message', 'Test on the farm'], folder);
});

afterAll(() => rm(parent, { recursive: true }));

const emulated = { type: 'qemu', machine: 'mps2-an385' };
const kindsOf = async (name: string) => {
  const { id } = await boardNamed(stand().pool, name);
  return (await boardEvents(stand().pool, { boardId: id, limit: 100 })).map(({ kind }) => kind).reverse();
};

test('a loop tests on boards of the farm, leaves one that fails for another of its type, and both remember it', {
  timeout: 240_000,
}, async () => {
  await addBoards(
    stand().pool,
    { name: 'a-broken', type: 'mps2', connections: [{ ...emulated, program: 'qemu-system-nowhere' }] },
    { name: 'b-works', type: 'mps2', connections: [emulated] },
  );
  const story = await play(stand(), folder, { environment: 'farm' });
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.trace).toMatch(/TEST_ENV_FAILURE .*qemu-system-nowhere.*take another board of the type/);
  expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([31, 29, 33, 36, 36]);
  expect(await kindsOf('a-broken')).toEqual(expect.arrayContaining(['held', 'infrastructure-failure', 'released']));
  expect(await kindsOf('b-works')).toEqual(expect.arrayContaining(['held', 'flashed', 'worked']));
  const { rows } = await stand().pool.query(
    `SELECT count(DISTINCT iteration)::int AS n FROM run_artifact WHERE run_id = $1 AND name = 'board-image-before'`,
    [story.runId],
  );
  expect(rows[0].n).toBeGreaterThanOrEqual(3);
  const measured = await stand().pool.query('SELECT DISTINCT board FROM result_set WHERE run_id = $1', [story.runId]);
  expect(measured.rows, 'results know their board').toEqual([{ board: 'b-works' }]);
  const [talk] = await consolesOf(stand().pool, (await boardNamed(stand().pool, 'b-works')).id, 1);
  const said = await wordsAfter(stand().pool, talk?.id ?? '', { after: 0, limit: 500 });
  expect(Buffer.concat(said.map(({ bytes }) => bytes)).toString()).toContain('ok 36');
});
