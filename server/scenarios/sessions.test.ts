import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import type { PrdContext } from '#lib/machines/prd-agent/context.ts';
import { readActiveContext } from '#lib/prd/active-context.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { finaliseEndedRuns } from '#server/finalise/finalise-ended-runs.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { abortRun } from './abort-run.ts';
import { filesOf, repositoryOf } from './firmware.ts';
import { launch, standForFile, storyOf, untilState, userGit } from './kit.ts';

const stand = standForFile();
const example = new URL('../../examples/alarm', import.meta.url).pathname;

const config = `machine: prd-agent
requirement: The notes must say new.
agents: [{ use: playbook, file: playbook.yaml }]
verify: ["grep -q new notes.txt", "sh check.sh"]
`;
const document = `  - task: draft_prd
    times: always
    answer: { title: New notes, summary: They are old, tasks: [{ task_id: T1, title: Change the notes }, { task_id: T2, title: Break the check }] }
`;
const first = `  - task: implement
    answer: { summary: the notes are new }
    edits: [{ file: notes.txt, content: "new\\n" }]
`;
const breaks = (how: string) => `  - task: implement\n    answer: { summary: broken }\n${how}`;
const second = breaks(`    edits: [{ file: more.txt, content: "x\\n" }]\n`);
const noFix = '  - task: fix\n    times: always\n    gives_up: no idea\n';

function project(steps: string, files: Readonly<Record<string, string>> = {}): string {
  return repositoryOf({
    'firmloop.yaml': config,
    'notes.txt': 'old\n',
    'check.sh': 'test ! -e broken\n',
    'playbook.yaml': `version: 1\nsteps:\n${document}${steps}`,
    '.gitignore': 'build/\n',
    ...files,
  });
}

async function launched(folder: string, mode: 'ci' | 'interactive' = 'interactive'): Promise<string> {
  return await launch(stand(), folder, { mode });
}

async function say(runId: string, type: string, fields: { readonly [field: string]: Json } = {}) {
  const payload = { by: 'ada', reason: '', ...fields };
  return await send(stand().engine, runId, { type, payload, key: `${type}-${Math.random()}`, actor: 'ada' });
}

async function contextOf(runId: string): Promise<PrdContext> {
  return (await storedRun(stand().pool, runId)).envelope.context as unknown as PrdContext;
}

const treeOf = (runId: string) => join(stand().home, 'worktrees', runId, 'tree');
const fileOf = (runId: string) => join(treeOf(runId), 'active_context.md');
const headOf = (runId: string) => {
  const read = readActiveContext(readFileSync(fileOf(runId), 'utf8'));
  return read.ok ? read.head : read.reason;
};

/** Waits until the session's file says that it is in this state. */
async function says(runId: string, status: string): Promise<void> {
  await eventually(
    `active_context.md says ${status}`,
    () => existsSync(fileOf(runId)) && Object(headOf(runId)).task_status === status,
    60_000,
  );
}

async function confirm(runId: string): Promise<void> {
  await untilState(stand(), runId, 'CONFIRMING');
  const { prd } = await contextOf(runId);
  expect(await say(runId, 'USER_CONFIRM', { prdId: prd?.prdId ?? '' })).toMatchObject({ fate: 'applied' });
}

describe.concurrent('a session', { timeout: 120_000 }, () => {
  test('of the example is confirmed, fixed, blocked once, unblocked by an answer, and archived with all it did', async () => {
    const there = repositoryOf(filesOf(example));
    const runId = await launched(there, 'ci');
    const ended = await storyOf(stand(), runId);
    expect(ended, ended.trace).toMatchObject({ outcome: 'archived', exitCode: 0 });
    for (const sentence of [
      /PRD_GENERATED: "A calmer alarm" with 2 tasks/,
      /FIX_SUCCESS: fix 1 of 3 helped/,
      /FIX_FAILED_3X: task 2 of 2 "Count how often the alarm goes on", 3 fixes in a row did not help/,
      /HUMAN_INTERVENTION: the playbook gives a way out/,
      /ARCHIVE_COMPLETE: 2 of 2 tasks done/,
    ])
      expect(ended.trace).toMatch(sentence);
    expect(await replayRun(stand().engine, runId)).toMatchObject({ equal: true });
    expect(userGit(there, 'status', '--porcelain')).toBe('');
    const branch = await branchOf(there, runId);
    const kept = userGit(there, 'ls-tree', '-r', '--name-only', branch, 'docs/prd').trim().split('\n');
    expect(kept.map((path) => path.split('/').slice(3).join('/'))).toEqual([
      'diffs/01-t1.patch',
      'diffs/02-t2.patch',
      'prd.md',
      'results.json',
      'tasks.json',
    ]);
    const context = readActiveContext(userGit(there, 'show', `${branch}:active_context.md`));
    expect(context).toMatchObject({ ok: true, head: { session_id: runId, task_status: 'IDLE', auto_fix_attempts: 0 } });
  });

  test('waits for a yes to exactly the document that a person has edited, and says so in active_context.md', async () => {
    const runId = await launched(project(first));
    await says(runId, 'CONFIRMING');
    expect(headOf(runId)).toEqual({
      session_id: runId,
      task_status: 'CONFIRMING',
      auto_fix_attempts: 0,
      last_checkpoint: null,
    });
    const shown = (await contextOf(runId)).prd?.prdId ?? '';
    const prd = { title: 'One task', summary: 'Enough', tasks: [{ task_id: 'T1', title: 'Change the notes' }] };
    expect(await say(runId, 'USER_MODIFY', { prdId: shown, prd })).toMatchObject({ fate: 'applied' });
    await eventually('there is another document', async () => (await contextOf(runId)).prd?.title === 'One task');
    expect(await say(runId, 'USER_CONFIRM', { prdId: shown })).toMatchObject({ fate: 'refused' });
    expect(await say(runId, 'UPDATE_PROGRESS', { task: 'T1', note: 'soon' })).toMatchObject({ fate: 'applied' });
    await confirm(runId);
    const ended = await storyOf(stand(), runId);
    expect(ended, ended.trace).toMatchObject({ outcome: 'archived' });
    expect(headOf(runId)).toMatchObject({ task_status: 'IDLE', last_checkpoint: expect.stringMatching(/^chk-\d{12}/) });
  });

  test('shows what a hand has changed in active_context.md, and obeys nothing of it', async () => {
    const [confirmed, cancelled] = await Promise.all([
      launched(project(first + second)),
      launched(project(first + second)),
    ]);
    for (const runId of [confirmed, cancelled]) {
      await says(runId, 'CONFIRMING');
      writeFileSync(fileOf(runId), readFileSync(fileOf(runId), 'utf8').replace('CONFIRMING', 'ARCHIVING'));
    }
    await confirm(confirmed);
    expect(await say(cancelled, 'USER_CANCEL')).toMatchObject({ fate: 'applied' });
    for (const runId of [confirmed, cancelled])
      expect((await storyOf(stand(), runId)).trace).toMatch(
        /not obeyed: task_status CONFIRMING was changed to ARCHIVING/,
      );
    expect(await storyOf(stand(), cancelled)).toMatchObject({ outcome: 'cancelled', exitCode: 1 });
  });

  test.each<[string, string]>([
    [
      'writes and removes',
      `    commands: ["rm check.sh && printf 'x' > broken && mkdir -p build && echo o > build/o && chmod 600 notes.txt"]\n`,
    ],
    [
      'leaves bytes that are no text',
      `    commands: ["printf '\\\\377\\\\r\\\\n' > raw.bin && touch broken && rm link && ln -s /etc link"]\n`,
    ],
  ])('that is blocked by a task which %s rolls back to its checkpoint byte for byte', async (_, how) => {
    const folder = project(first + breaks(how) + noFix, { 'dos.txt': 'a\r\nb\r\n' });
    writeFileSync(join(folder, 'raw.bin'), Buffer.from([0xff, 0x00, 0x0d]));
    symlinkSync('notes.txt', join(folder, 'link'));
    chmodSync(join(folder, 'check.sh'), 0o755);
    userGit(folder, 'add', '-A');
    userGit(folder, 'commit', '-qm', 'odd files');
    const runId = await launched(folder);
    await confirm(runId);
    await untilState(stand(), runId, 'BLOCKED');
    await says(runId, 'BLOCKED');
    const { checkpoint } = await contextOf(runId);
    expect(headOf(runId)).toMatchObject({ task_status: 'BLOCKED', last_checkpoint: checkpoint?.name });
    expect(await say(runId, 'ROLLBACK')).toMatchObject({ fate: 'applied' });
    const ended = await storyOf(stand(), runId);
    expect(ended, ended.trace).toMatchObject({ outcome: 'rolled back', exitCode: 1 });
    const was = bytesOf(treeOf(runId));
    const branch = await branchOf(folder, runId);
    userGit(folder, 'checkout', '-q', branch);
    expect(userGit(folder, 'rev-parse', 'HEAD').trim()).toBe(checkpoint?.commit);
    expect(was).toEqual(bytesOf(folder));
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('new\n');
  });

  test('takes a patch of a person, and skips a task without a trace of it', async () => {
    const broken = breaks(`    edits: [{ file: broken, content: "x\\n" }]\n`);
    const patch = '--- a/broken\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';
    const mended = await launched(project(first + broken + noFix));
    const skipped = await launched(project(first + broken + noFix));
    for (const [runId, type, fields] of [
      [mended, 'HUMAN_INTERVENTION', { patch }],
      [skipped, 'SKIP', {}],
    ] as const) {
      await confirm(runId);
      await untilState(stand(), runId, 'BLOCKED');
      expect(await say(runId, type, fields)).toMatchObject({ fate: 'applied' });
      const ended = await storyOf(stand(), runId);
      expect(ended, ended.trace).toMatchObject({ outcome: 'archived', exitCode: 0 });
      expect(existsSync(join(treeOf(runId), 'broken'))).toBe(false);
    }
    expect((await contextOf(skipped)).statuses).toEqual(['done', 'skipped']);
  });

  test('that is forked goes on from there in a tree of its own, built from what was kept', async () => {
    const runId = await launched(
      project(first + breaks(`    edits: [{ file: more.txt, content: "x\\n" }]\n`)),
      'interactive',
    );
    await confirm(runId);
    expect(await storyOf(stand(), runId)).toMatchObject({ outcome: 'archived' });
    const { rows } = await stand().pool.query<{ seq: number }>(
      `SELECT event_seq AS seq FROM transition WHERE run_id = $1 AND reason LIKE 'task 1 of 2 % is done and kept%'`,
      [runId],
    );
    const fork = { runId, atSeq: rows[0]?.seq ?? 0, by: 'ada', reason: 'once more', commandId: 'fork' };
    const { id } = await forkRun(stand().engine, fork);
    const ended = await storyOf(stand(), id);
    expect(ended, ended.trace).toMatchObject({ outcome: 'archived' });
    expect(readFileSync(join(treeOf(id), 'notes.txt'), 'utf8')).toBe('new\n');
    expect(headOf(id)).toMatchObject({ session_id: id, task_status: 'IDLE' });
  });

  test('that is aborted in the midst of a task ends at its last checkpoint', async () => {
    const runId = await launched(project(first + breaks('    commands: ["touch broken; sleep 100"]\n')));
    await confirm(runId);
    await eventually('the second task runs', async () => {
      const { at, statuses } = await contextOf(runId);
      return at === 1 && statuses[1] === 'in_progress';
    });
    const ended = await abortRun(stand(), runId);
    expect(ended, ended.trace).toMatchObject({ outcome: 'aborted', exitCode: 3 });
    expect(readFileSync(join(treeOf(runId), 'notes.txt'), 'utf8')).toBe('new\n');
    expect(existsSync(join(treeOf(runId), 'broken'))).toBe(false);
  });

  test.each<[string, string, string, RegExp]>([
    ['whose planning fails three times', 'failed', '', /planning failed 3 times.*has no more steps for draft_prd/],
    ['whose archive cannot be written', 'rolled back', `${document}${first}`, /archiving failed 3 times.*ENOTDIR/],
  ])('%s ends as %s, and says why', async (_, outcome, steps, why) => {
    const folder = repositoryOf({
      'firmloop.yaml': `${config.replace('verify:', 'archive: notes.txt/prd\nverify:')}`,
      'notes.txt': 'old\n',
      'check.sh': '',
      'playbook.yaml': `version: 1\nsteps:\n  - { task: ask, answer: { answer: Go, reason: fine } }\n${steps.replace(/, \{ task_id: T2[^}]*\}/, '')}`,
    });
    const ended = await storyOf(stand(), await launched(folder, 'ci'));
    expect(ended, ended.trace).toMatchObject({ outcome, exitCode: 1 });
    expect(ended.trace).toMatch(why);
  });
});

/** The branch that a session leaves, once it is wrapped up. */
async function branchOf(folder: string, runId: string): Promise<string> {
  const { pool, home } = stand();
  await finaliseEndedRuns(pool, { home, hostId: 'here', log: pino({ level: 'silent' }) });
  const branch = `firmloop/${runId.slice(0, 8)}`;
  return await eventually(
    'there is a branch',
    () => userGit(folder, 'branch', '--list', branch).trim() !== '' && branch,
  );
}

/** Every file and link of a folder with what is in it and its permission bits, but for git's own and the session's. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.git/') && path !== '.git' && path !== 'active_context.md',
  );
  return Object.fromEntries(
    paths.sort().map((path) => {
      const entry = lstatSync(join(folder, path));
      const mode = (entry.mode & 0o111).toString(8);
      if (entry.isSymbolicLink()) return [path, readlinkSync(join(folder, path))];
      return [path, entry.isDirectory() ? 'folder' : `${mode}:${readFileSync(join(folder, path)).toString('hex')}`];
    }),
  );
}
