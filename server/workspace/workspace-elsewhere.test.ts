import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { largestBytes } from '#server/artifacts/artifact-store.ts';
import { applyPatch } from './apply-patch.ts';
import { bundleBase, bundleIteration } from './bundle-iteration.ts';
import { commitIteration } from './commit-iteration.ts';
import { openWorkspace } from './open-workspace.ts';
import {
  git,
  openedWorkspace,
  read,
  scratchFolder,
  smallFiles,
  smallPatch,
  succeeded,
  userGit,
  userRepository,
  writeFiles,
} from './testing.ts';

test('another host rebuilds the run from its bundles', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  const { bytes } = succeeded(await bundleIteration(git, workspace, 1, largestBytes));
  const elsewhere = { ...request, home: scratchFolder(), at: commit };
  expect(await openWorkspace(git, elsewhere)).toMatchObject({ ok: false, code: 'COMMIT_MISSING' });
  const rebuilt = succeeded(await openWorkspace(git, { ...elsewhere, bundles: [{ iteration: 1, bytes }] }));
  expect(read(rebuilt.workspace.directory, 'src/main.c')).toContain('return 0');
  expect(userGit(rebuilt.workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});

test.each(['sha1', 'sha256'])('a host without the repository rebuilds a run from its bundles, %s', async (format) => {
  const repository = userRepository(smallFiles, { init: [`--object-format=${format}`] });
  const { workspace, request } = await openedWorkspace(smallFiles, { repository });
  const base = succeeded(await bundleBase(git, workspace, largestBytes));
  writeFiles(workspace.root, { 'src/main.c': 'changed\n' });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['src/main.c'] }));
  const first = succeeded(await bundleIteration(git, workspace, 1, largestBytes));
  const bundles = [
    { iteration: 0, bytes: base.bytes },
    { iteration: 1, bytes: first.bytes },
  ];
  const elsewhere = { ...request, home: scratchFolder(), at: commit };
  renameSync(repository, `${repository}.gone`);
  expect(await openWorkspace(git, elsewhere)).toMatchObject({
    ok: false,
    code: 'BASE_MISSING',
    reason: expect.stringContaining('is not on this host'),
  });
  const rebuilt = succeeded(await openWorkspace(git, { ...elsewhere, bundles }));
  expect(read(rebuilt.workspace.directory, 'src/main.c')).toBe('changed\n');
});

test('the bundles of the run that a fork comes from serve the fork', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One'));
  const { bytes } = succeeded(await bundleIteration(git, workspace, 1, largestBytes));
  const fork = { ...request, runId: 'fork', at: commit, bundles: [{ iteration: 1, bytes }] };
  const opened = succeeded(await openWorkspace(git, { ...fork, home: scratchFolder() }));
  expect(userGit(opened.workspace.root, 'rev-parse', 'HEAD')).toBe(commit);
});
