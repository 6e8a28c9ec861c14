import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fate, Tried } from '#lib/repair/choose/outcome.ts';
import { scratchFolder } from '#server/workspace/testing.ts';
import { claim, sweepLeftBehind } from './left-behind.ts';

const one = (id: string, fate: Fate): Tried => ({
  candidate: { id, operators: ['cast'], path: 'a.c', line: 1, edits: [], priority: 1, before: '', after: '' },
  position: 1,
  fate,
  mended: [],
  newWarnings: 0,
});

/** A folder of a search whose process is gone. */
async function leftBehind(searches: string, name: string, work: string): Promise<string> {
  const folder = join(searches, name);
  const write = await claim(folder, work);
  await write(one('a', 'breaks a test'));
  await write(one('b', 'improves'));
  await write(one('c', 'does not build'));
  const gone = spawn('true');
  await new Promise((resolve) => gone.on('close', resolve));
  const owner: unknown = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8'));
  await writeFile(join(folder, 'owner.json'), JSON.stringify({ ...Object(owner), pid: gone.pid }));
  return folder;
}

test('a search goes on after what one that was killed had tried in vain on the same tree', async () => {
  const searches = scratchFolder();
  const folder = await leftBehind(searches, 'killed', 'run-1 abc');
  expect(await sweepLeftBehind(searches, 'run-1 abc')).toEqual(['a', 'c']);
  expect(existsSync(folder)).toBe(false);
});

test('what was searched in another tree is swept and says nothing', async () => {
  const searches = scratchFolder();
  const folder = await leftBehind(searches, 'killed', 'run-1 abc');
  expect(await sweepLeftBehind(searches, 'run-1 def')).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test('a search that goes on is left alone, and so is a folder that nobody has signed yet', async () => {
  const searches = scratchFolder();
  await claim(join(searches, 'alive'), 'run-1 abc');
  expect(await sweepLeftBehind(searches, 'run-1 abc')).toEqual([]);
  expect(existsSync(join(searches, 'alive'))).toBe(true);
  expect(await sweepLeftBehind(join(searches, 'none'), 'run-1 abc')).toEqual([]);
});
