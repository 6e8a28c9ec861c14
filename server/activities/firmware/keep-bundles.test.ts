import { expect, test } from 'vitest';
import { commitIteration } from '#server/workspace/commit-iteration.ts';
import type { Git } from '#server/workspace/git.ts';
import { git, openedWorkspace, succeeded } from '#server/workspace/testing.ts';
import type { ActivityContext } from '../context.ts';
import { keepIteration } from './keep-bundles.ts';

test('an iteration that is too large to be kept for other hosts is told by its size, and the run goes on', async () => {
  const { workspace } = await openedWorkspace({ 'a.c': 'a\n' });
  succeeded(await commitIteration(git, workspace, 1, 'One', { allowEmpty: true }));
  const said: string[] = [];
  const context = { log: { say: (line: string) => said.push(line) }, host: {} } as unknown as ActivityContext;
  const printsTooMuch: Git = (what, options) => git(what, { ...options, outputCapBytes: 10 });
  await keepIteration(context, { git: printsTooMuch, workspace }, 1);
  expect(said).toEqual(['iteration 1 is not kept for other hosts: its history is larger than 64 MB']);
});
