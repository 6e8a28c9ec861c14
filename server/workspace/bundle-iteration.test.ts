import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { largestBytes } from '#server/artifacts/artifact-store.ts';
import { bundleBase, bundleIteration } from './bundle-iteration.ts';
import { commitIteration } from './commit-iteration.ts';
import {
  git,
  openedWorkspace,
  read,
  scratchFolder,
  succeeded,
  userGit,
  userRepository,
  writeFiles,
} from './testing.ts';
import { outputCapBytes } from './tunables.ts';
import { iterationRef } from './workspace.ts';

const files = { 'src/a.c': 'a\n', 'src/table.bin': randomBytes(50_000) };

/** A bundle in a file of its own. */
function filed(bytes: Uint8Array): string {
  const file = join(scratchFolder(), 'x.bundle');
  writeFileSync(file, bytes);
  return file;
}

describe.each(['sha1', 'sha256'])('in a repository of %s', (format) => {
  const opened = () =>
    openedWorkspace(files, { repository: userRepository(files, { init: [`--object-format=${format}`] }) });

  test("git takes an iteration's bundle where its base commit is, and nowhere else", async () => {
    const { workspace, request } = await opened();
    writeFiles(workspace.root, { 'src/a.c': 'changed\n' });
    const { commit, ref } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/a.c'] }));
    const file = filed(succeeded(await bundleIteration(git, workspace, 1, largestBytes)).bytes);
    expect(userGit(request.repository, 'bundle', 'list-heads', file)).toBe(`${commit} ${ref}`);
    userGit(request.repository, 'bundle', 'verify', file);
    userGit(request.repository, 'fetch', '--quiet', file, ref);
    userGit(request.repository, 'fsck', '--strict');
    expect(userGit(request.repository, 'show', `${commit}:src/a.c`)).toBe('changed');
    const elsewhere = userRepository({ 'b.c': 'b\n' }, { init: [`--object-format=${format}`] });
    expect(() => userGit(elsewhere, 'bundle', 'verify', file)).toThrow(workspace.baseCommit);
  });

  test("the base commit's bundle can be cloned", async () => {
    const { workspace } = await opened();
    const file = filed(succeeded(await bundleBase(git, workspace, largestBytes)).bytes);
    const clone = join(scratchFolder(), 'clone');
    userGit('/', 'clone', '--quiet', file, clone);
    expect(userGit(clone, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
    expect(read(clone, 'src/a.c')).toBe('a\n');
  });

  test('an iteration that confirms is bundled, and one that is the base commit has nothing to bundle', async () => {
    const { workspace, request } = await opened();
    const { commit } = succeeded(await commitIteration(git, workspace, 1, 'Same', { allowEmpty: true }));
    const file = filed(succeeded(await bundleIteration(git, workspace, 1, largestBytes)).bytes);
    userGit(request.repository, 'fetch', '--quiet', file, iterationRef('run-1', 1));
    expect(userGit(request.repository, 'rev-parse', 'FETCH_HEAD')).toBe(commit);
    userGit(workspace.store, 'update-ref', iterationRef('run-1', 2), workspace.baseCommit);
    expect(await bundleIteration(git, workspace, 2, largestBytes)).toMatchObject({
      ok: false,
      code: 'GIT_FAILED',
      reason: expect.stringContaining('nothing beyond the base commit'),
    });
  });
});

test('of a large file that is changed a little, an iteration has but the change', async () => {
  const { workspace } = await openedWorkspace(files);
  writeFiles(workspace.root, { 'src/table.bin': Buffer.concat([files['src/table.bin'], Buffer.from('x')]) });
  succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/table.bin'] }));
  expect(succeeded(await bundleIteration(git, workspace, 1, largestBytes)).bytes.length).toBeLessThan(2_000);
});

test('several iterations are bundled with the last of them, and no draft is left beside the tree', async () => {
  const { workspace, request } = await openedWorkspace(files);
  for (const [at, text] of ['one\n', 'two\n', 'three\n'].entries()) {
    writeFiles(workspace.root, { 'src/a.c': text });
    succeeded(await commitIteration(git, workspace, at + 1, text, { paths: ['src/a.c'] }));
  }
  const file = filed(succeeded(await bundleIteration(git, workspace, 3, largestBytes)).bytes);
  userGit(request.repository, 'fetch', '--quiet', file, iterationRef('run-1', 3));
  expect(userGit(request.repository, 'log', '--format=%s', 'FETCH_HEAD').split('\n')).toEqual([
    'three',
    'two',
    'one',
    'First',
  ]);
  expect(readdirSync(workspace.folder).sort()).toEqual(['git', 'message', 'tree', 'workspace.json']);
});

test('a base commit that is larger than what git prints as a rule is bundled whole', async () => {
  const { workspace } = await openedWorkspace({ 'large.bin': randomBytes(outputCapBytes + 1_000_000) });
  const { bytes } = succeeded(await bundleBase(git, workspace, largestBytes));
  expect(bytes.length).toBeGreaterThan(outputCapBytes);
  userGit(workspace.store, 'bundle', 'verify', filed(bytes));
});

test('a bundle is made up to the size that is asked for, and one of a byte more is told to be too large', async () => {
  const { workspace } = await openedWorkspace(files);
  const { bytes } = succeeded(await bundleBase(git, workspace, largestBytes));
  expect(succeeded(await bundleBase(git, workspace, bytes.length)).bytes.length).toBe(bytes.length);
  expect(await bundleBase(git, workspace, bytes.length - 1)).toMatchObject({ ok: false, code: 'TOO_LARGE' });
});
