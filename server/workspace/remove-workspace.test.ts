import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyPatch } from './apply-patch.ts';
import { commitIteration } from './commit-iteration.ts';
import { openWorkspace } from './open-workspace.ts';
import { removeWorkspace, sweepWorkspaces } from './remove-workspace.ts';
import { git, openedWorkspace, read, smallFiles, smallPatch, succeeded, userGit, writeFiles } from './testing.ts';

test('a removed workspace can be opened again, and is forgotten only on request', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  succeeded(await applyPatch(git, workspace, smallPatch()));
  succeeded(await commitIteration(git, workspace, 1, 'One'));
  succeeded(await removeWorkspace(git, workspace));
  expect(existsSync(workspace.folder)).toBe(false);
  succeeded(await openWorkspace(git, request));
  expect(read(workspace.directory, 'src/main.c')).toContain('return 0');
  succeeded(await removeWorkspace(git, workspace, { history: 'forget' }));
  expect(userGit(workspace.store, 'for-each-ref', 'refs/firmloop')).toBe('');
});

test('a sweep removes the trees of runs that are over and old half-made copies, nothing else', async () => {
  const { workspace, request } = await openedWorkspace(smallFiles);
  const live = succeeded(await openWorkspace(git, { ...request, runId: 'live' })).workspace;
  const draft = `${workspace.store}.1234.draft`;
  writeFiles(draft, { HEAD: '' });
  expect(await sweepWorkspaces(request.home, async () => new Set(['live']), Date.now())).toEqual(['run-1']);
  expect([workspace.folder, live.folder, draft].map((path) => existsSync(path))).toEqual([false, true, true]);
  await sweepWorkspaces(request.home, async () => new Set(['live']), Date.now() + 24 * 3_600_000);
  expect([draft, workspace.store].map((path) => existsSync(path))).toEqual([false, true]);
});
