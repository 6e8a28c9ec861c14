import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesMatching } from './files-matching.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'files-matching-'));
  folder = join(parent, 'tree');
  await mkdir(join(folder, 'build'), { recursive: true });
  await mkdir(join(parent, 'elsewhere'));
  await writeFile(join(folder, 'build', 'app.elf'), 'elf');
  await writeFile(join(parent, 'elsewhere', 'key.elf'), 'secret');
});

afterEach(() => rm(parent, { recursive: true }));

test('files are found by pattern, relative to the folder', async () => {
  expect(await filesMatching(folder, ['build/*.elf', '**/*.elf', '*.map'])).toEqual(['build/app.elf']);
});

test('a folder of the tree that is a link to another one holds no files of the tree', async () => {
  await symlink(join(parent, 'elsewhere'), join(folder, 'out'));
  await symlink(join(parent, 'elsewhere', 'key.elf'), join(folder, 'build', 'linked.elf'));
  expect(await filesMatching(folder, ['out/*.elf', '../elsewhere/*', 'build/*'])).toEqual(['build/app.elf']);
});
