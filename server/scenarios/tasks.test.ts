import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayRun } from '#server/engine/replay-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { worktreesFolder } from '#server/workspace/workspace.ts';
import { filesOf, repositoryOf } from './firmware.ts';
import { launch, play, standForFile, storyOf, userGit } from './kit.ts';
import { allows, asks, planOf, says, summaryOf, taken, task } from './tasks.ts';

const stand = standForFile();
const example = new URL('../../examples/ring-buffer', import.meta.url).pathname;

describe.concurrent('a task', { timeout: 120_000 }, () => {
  test('of the example asks, is told yes, fails its verification, rolls back, and ends with what was wanted', async () => {
    const there = repositoryOf(filesOf(example));
    const ended = await play(stand(), there);
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed', exitCode: 0 });
    for (const sentence of [
      /CLARIFYING\.ASK -> INTAKE: the playbook answers: The oldest/,
      /the playbook says yes to this step/,
      /verification failed \(E_BUILD_FAIL\): `make test` exited with status 2/,
      /RECOVERING\.UNDO -> PLANNING: .* as they were/,
      /the playbook says yes to everything of this kind/,
      /1 command of the verification passed/,
    ])
      expect(ended.trace).toMatch(sentence);
    expect(await replayRun(stand().engine, ended.runId)).toMatchObject({ equal: true });
    expect(userGit(there, 'status', '--porcelain')).toBe('');
  });

  test.each<[string, string, RegExp, string?]>([
    [
      'a path out of the project',
      `{ tool: write_file, args: { path: out/x, content: y } }`,
      /E_POLICY_DENIED.*leads out of the project/,
    ],
    ['a file that is not there', `{ tool: delete_file, args: { path: nothing.txt } }`, /E_IO.*is not there/],
    [
      'a patch that does not fit',
      `{ tool: apply_patch, args: { patch: "--- a/notes.txt\\n+++ b/notes.txt\\n@@ -1 +1 @@\\n-other\\n+new\\n" } }`,
      /E_CONFLICT.*does not apply/,
    ],
    ['a patch that is none', `{ tool: apply_patch, args: { patch: hello } }`, /E_INVALID_ARGS.*no diff found/],
    ['a command that fails', `{ tool: run_terminal_cmd, args: { command: "exit 3" } }`, /E_BUILD_FAIL.*status 3/],
    [
      'a command that is ended by a signal',
      `{ tool: run_terminal_cmd, args: { command: "kill -SEGV $$" } }`,
      /E_BUILD_FAIL.*SIGSEGV/,
    ],
    [
      'a command that never ends',
      `{ tool: run_terminal_cmd, args: { command: "sleep 60", timeout: 1 } }`,
      /E_TOOL_TIMEOUT/,
    ],
    [
      'a command that would use the network',
      `{ tool: run_terminal_cmd, args: { command: "true", network: true } }`,
      /E_POLICY_DENIED/,
    ],
    [
      'a patch that is cut off',
      `{ tool: apply_patch, args: { patch: "--- a/notes.txt\\n+++ b/notes.txt\\n@@ -1 +1 @@\\n-old\\n" } }`,
      /E_INVALID_ARGS.*cannot be read: line/,
    ],
    [
      'a search for what is no expression',
      `{ tool: search, args: { query: "(" } }`,
      /E_INVALID_ARGS.*could not be made/,
    ],
    [
      'a search out of the project',
      `{ tool: search, args: { query: x, paths: [out] } }`,
      /E_IO.*leads out of the project/,
    ],
    [
      'a pipe to read',
      `{ tool: run_terminal_cmd, args: { command: mkfifo pipe } }, { tool: read_file, args: { path: pipe } }`,
      /E_IO.*is no file/,
    ],
    [
      'a patch that renames where nothing may be deleted',
      `{ tool: apply_patch, args: { patch: "diff --git a/notes.txt b/n.txt\\nsimilarity index 100%\\nrename from notes.txt\\nrename to n.txt\\n" } }`,
      /E_POLICY_DENIED.*deletes files/,
      'permissions: { write: allow, delete: deny, execute: allow }',
    ],
    [
      'a patch that empties a file by the date of its new side',
      `{ tool: apply_patch, args: { patch: "--- a/notes.txt\\n+++ b/notes.txt\\t1970-01-01 00:00:00 +0000\\n@@ -1 +0,0 @@\\n-old\\n" } }`,
      /E_POLICY_DENIED.*deletes files/,
      'permissions: { write: allow, delete: deny, execute: allow }',
    ],
  ])('with %s names the code and is blocked', async (_, call, reason, permissions) => {
    const config = permissions === undefined ? allows : `${asks}${permissions}\n`;
    const folder = task(`${taken}${planOf(call)}${says}`, config);
    symlinkSync('/tmp', join(folder, 'out'));
    userGit(folder, 'add', '-A');
    userGit(folder, 'commit', '-qm', 'a link');
    const ended = await play(stand(), folder);
    expect(ended, ended.trace).toMatchObject({ outcome: 'blocked', exitCode: 1 });
    expect(ended.trace).toMatch(reason);
  });

  test('runs no command of the plan to verify by, where the project denies it commands', async () => {
    const call = `{ tool: write_file, args: { path: notes.txt, content: new } }`;
    const own = planOf(call, 'mode: custom, commands: [touch ran]');
    const denied = `${asks}permissions: { write: allow, execute: deny }\nverify: { test: "true" }\n`;
    const ended = await play(stand(), task(`${taken}${own}${says}`, denied));
    expect(ended, ended.trace).toMatchObject({ outcome: 'blocked', exitCode: 1 });
    expect(ended.trace).toMatch(/E_POLICY_DENIED.*commands that the plan verifies by/);
    const named = planOf(call, 'mode: test, commands: ["true"]');
    expect(await play(stand(), task(`${taken}${named}${says}`, denied))).toMatchObject({ outcome: 'completed' });
  });

  test('keeps what its steps have made, and not what only its verification has', async () => {
    const call = `{ tool: run_terminal_cmd, args: { command: echo made > generated.c } }`;
    const config = `${allows}verify: { test: "echo object > built.o; echo object > generated.o" }\n`;
    const ended = await play(stand(), task(`${taken}${planOf(call, 'mode: test')}${says}`, config));
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(await summaryOf(stand(), ended.runId)).toMatchObject({ files: ['generated.c'] });
  });

  test('takes back all that its plan has done, also by the plan that it was mended from', async () => {
    const first = `{ tool: write_file, args: { path: one.txt, content: a } }, { tool: delete_file, args: { path: nothing } }`;
    const mended = `  - task: repair
    answer:
      outcome: fix
      reason: there is nothing to delete
      step: { step_id: one, title: change, intent: asked for, tool_calls: [{ tool: write_file, args: { path: two.txt, content: b } }] }
  - task: repair
    answer: { outcome: roll-back, reason: the wrong way }
`;
    const plans = `${planOf(first, 'mode: test').replace('    times: always\n', '')}${mended}${planOf(`{ tool: write_file, args: { path: three.txt, content: c } }`)}`;
    const folder = task(`${taken}${plans}${says}`, `${allows}verify: { test: "false" }\n`);
    const ended = await play(stand(), folder);
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(await summaryOf(stand(), ended.runId)).toMatchObject({ files: ['three.txt'] });
  });

  test.each<[string, string, string, RegExp, object]>([
    [
      'is no success where git does not keep what was done, and says why',
      'index',
      'blocked',
      /could not be kept: git could not/,
      { outcome: 'blocked', next: expect.stringMatching(/./) },
    ],
    [
      'loses nothing to the lock of a git command that was killed',
      'index.lock',
      'completed',
      /the notes are changed/,
      { files: ['go', 'notes.txt'] },
    ],
  ])('%s', async (_, harmed, outcome, says_, summary) => {
    const { engine, home } = stand();
    const waits = 'touch waits; while [ ! -e go ]; do sleep 0.1; done; rm waits';
    const call = `{ tool: write_file, args: { path: notes.txt, content: new } }, { tool: run_terminal_cmd, args: { command: "${waits}" } }`;
    const id = await launch(stand(), task(`${taken}${planOf(call)}${says}`));
    const folder = join(worktreesFolder(home), id);
    await eventually('the command waits', () => existsSync(join(folder, 'tree', 'waits')));
    // What undoes the command is there while it still runs: no crash comes between the two.
    expect(readdirSync(join(folder, 'undo')).filter((name) => name.endsWith('.json'))).toHaveLength(2);
    writeFileSync(join(folder, 'git', harmed), 'no index');
    writeFileSync(join(folder, 'tree', 'go'), '');
    const ended = await storyOf(stand(), id);
    expect(ended, ended.trace).toMatchObject({ outcome });
    expect(ended.trace).toMatch(says_);
    expect(await summaryOf(stand(), id)).toMatchObject(summary);
    expect(await replayRun(engine, id)).toMatchObject({ equal: true });
  });

  test.each([
    ['an absolute path', `{ tool: write_file, args: { path: /etc/passwd, content: x } }`],
    ['a path with ..', `{ tool: read_file, args: { path: ../secret } }`],
    ["git's own folder", `{ tool: write_file, args: { path: .git/hooks/x, content: x } }`],
    ['an unknown tool', `{ tool: rm_everything, args: {} }`],
  ])('whose playbook plans a call with %s is not launched', async (_, call) => {
    const launching = launch(stand(), task(`${taken}${planOf(call)}${says}`));
    await expect(launching).rejects.toThrow(/agents\[0\]\.file: playbook\.yaml:\d+:\d+: steps\[1\]/);
  });
});
