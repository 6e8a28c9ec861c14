import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitIteration } from './commit-iteration.ts';
import { publishBranch } from './publish-branch.ts';
import { git, openedWorkspace, read, succeeded, userGit, writeFiles } from './testing.ts';

async function finishedRun() {
  const { workspace, request } = await openedWorkspace({ 'a.c': 'a\n' }, { runId: '0123456789abcdef' });
  writeFiles(workspace.root, { 'a.c': 'b\n' });
  const { commit } = succeeded(await commitIteration(git, workspace, 1, 'One', { paths: ['a.c'] }));
  return { workspace, repository: request.repository, commit };
}

test("the result becomes a new branch and nothing else in the user's repository changes", async () => {
  const { workspace, repository, commit } = await finishedRun();
  writeFiles(repository, { 'a.c': 'dirty' });
  const hook = join(repository, '.git/hooks/post-receive');
  writeFileSync(hook, `#!/bin/sh\ntouch '${repository}/hook-ran'\n`, { mode: 0o755 });
  expect(await publishBranch(git, workspace, { repository, commit })).toEqual({
    ok: true,
    branch: 'firmloop/01234567',
  });
  expect(userGit(repository, 'rev-parse', 'firmloop/01234567')).toBe(commit);
  expect(userGit(repository, 'status', '--porcelain', '--branch')).toBe('## main\n M a.c');
  expect(read(repository, 'a.c')).toBe('dirty');
});

test('several processes that publish the same result at one moment all do', async () => {
  const { workspace, repository, commit } = await finishedRun();
  const all = await Promise.all(Array.from({ length: 6 }, () => publishBranch(git, workspace, { repository, commit })));
  expect(all).toEqual(Array(6).fill({ ok: true, branch: 'firmloop/01234567' }));
});

test('publishing the same result twice is fine', async () => {
  const { workspace, repository, commit } = await finishedRun();
  succeeded(await publishBranch(git, workspace, { repository, commit }));
  succeeded(await publishBranch(git, workspace, { repository, commit }));
});

test.each([
  ['main', 'BRANCH_EXISTS'],
  ['somebody-else', 'BRANCH_EXISTS'],
  ['bad..name', 'BAD_BRANCH_NAME'],
  ['--force', 'BAD_BRANCH_NAME'],
])('the branch %s is refused as %s', async (branch, code) => {
  const { workspace, repository, commit } = await finishedRun();
  userGit(repository, 'branch', 'somebody-else');
  const before = userGit(repository, 'for-each-ref');
  expect(await publishBranch(git, workspace, { repository, commit, branch })).toMatchObject({ ok: false, code });
  expect(userGit(repository, 'for-each-ref')).toBe(before);
});
