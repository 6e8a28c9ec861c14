import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forkRun } from '#server/engine/fork-run.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { recordOf } from '#server/store/records.ts';
import { eventually } from '#server/testing/eventually.ts';
import { codingExample, codingOn, codingProject, noVerdict, turn, verdict, writes } from './coding.ts';
import { filesOf, newFolder, repositoryOf } from './firmware.ts';
import { printed, standForFile, userGit } from './kit.ts';

const stand = standForFile();
const { contextOf, ended, launched, said, say, story, until } = codingOn(stand);

describe.concurrent('a session', { timeout: 120_000 }, () => {
  test('of the example is corrected twice, fails lint and a test, and is committed', async () => {
    const there = repositoryOf(filesOf(codingExample));
    const told = await story(there);
    expect(told, told.trace).toMatchObject({ outcome: 'completed', exitCode: 0 });
    for (const sentence of [
      /IDLE -> DEVELOPING/,
      /edges: has_issue/,
      /the session asks; decided for the user \(correction 2 of 5\)/,
      /`make lint` exited with status 2: fix 1 of 3/,
      /`make test` exited with status 2: is it the code or the test/,
      /the code is wrong: fix 1 of 3/,
      /the message is: Report a held button/,
      /committed 3 files/,
      /nobody asked for a deployment/,
    ])
      expect(told.trace.replaceAll('\u00a0', ' ')).toMatch(sentence);
    expect(await replayRun(stand().engine, told.runId)).toMatchObject({ equal: true });
    expect(userGit(there, 'log', '-1', '--format=%s', told.branch ?? '')).toBe('Report a held button\n');
    expect(userGit(there, 'status', '--porcelain')).toBe('');
    const lines = await said(told.runId);
    const signals = lines.filter(({ kind }) => kind === 'signal').map(({ subject }) => subject);
    expect(signals).toEqual(expect.arrayContaining(['writing', 'testing', 'test_pass', 'asking', 'done']));
    expect(
      lines.filter(({ conversation, kind }) => conversation === 'brain' && kind === 'question').length,
    ).toBeGreaterThan(15);
  });

  test('whose claims are false is told by exit codes', async () => {
    const told = await story(codingProject(turn('old still\n').repeat(4)));
    expect(told.trace).toMatch(/`grep -q new notes.txt` exited with status 1/);
    expect(told).toMatchObject({ outcome: 'completed with warning', exitCode: 0 });
    expect(told.branch).toBeNull();
    expect(told.patch).not.toBeNull();
  });

  test('that dies is begun anew once, and what it had done is kept when it dies again', async () => {
    const dies = '  - { task: session, fails: the program ended with 1, commands: [] }\n';
    const told = await story(codingProject(dies.repeat(2)));
    expect(told.trace).toMatch(/the session died in a turn \(init\)[\s\S]*the session died again/);
    expect(told).toMatchObject({ outcome: 'completed with warning', exitCode: 0 });
    expect(told.reason.match(/the session died twice/g)).toHaveLength(1);
    expect(await story(codingProject(`${dies}${writes}`))).toMatchObject({ outcome: 'completed' });
  });

  test('that is forked goes on with the work as it was then, in a tree of its own', async () => {
    const folder = codingProject(`${turn('new\n', ', commands: ["echo kept > kept.txt"]')}`);
    const parent = await story(folder);
    const { rows } = await stand().pool.query(
      `SELECT event_seq AS seq FROM transition WHERE run_id = $1 AND to_state LIKE 'TESTING%' ORDER BY seq LIMIT 1`,
      [parent.runId],
    );
    const fork = { runId: parent.runId, atSeq: (rows[0] as { seq: number }).seq, by: 'ada', reason: 'again' };
    const { id } = await forkRun(stand().engine, { ...fork, commandId: 'fork of a session' });
    const told = await ended(id);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    expect(told.branch).not.toBe(parent.branch);
    expect(userGit(folder, 'show', `${told.branch}:kept.txt`)).toBe('kept\n');
    expect(await replayRun(stand().engine, id)).toMatchObject({ equal: true });
  });

  test('whose judge talks nonsense is reviewed again and again, and never waved through', async () => {
    const nonsense = '  - { task: review_edges, times: always, unreadable: blah }\n';
    const told = await story(codingProject(`${writes.repeat(6)}${nonsense}`));
    expect(told).toMatchObject({ outcome: 'completed with warning' });
    expect(told.trace).toMatch(/edges counts as has_issue/);
    expect(told.trace).toMatch(/moved on to LINTING by force/);
  });
});

describe.concurrent('a message of a person', { timeout: 120_000 }, () => {
  const refined = (intent: string) =>
    `  - { task: refine_instruction, answer: { intent: ${intent}, instruction: Add the year to the notes., reason: it is clear } }\n`;

  test('is rewritten, shown, changed by the person, and told to the session', async () => {
    const folder = codingProject(`${writes}${turn('new 2026\n')}${noVerdict}${refined('develop')}`);
    const id = await launched(folder, 'interactive');
    await until(id, 'REVIEWING.PERSON');
    expect(await say(id, 'USER_MESSAGE', { text: 'and the year' })).toBe('applied');
    await until(id, 'REFINING.SHOW');
    const { refinement } = await contextOf(id);
    expect(await say(id, 'INSTRUCTION', { answer: 'send', shown: 'another', text: '' })).toBe('refused');
    expect(
      await say(id, 'INSTRUCTION', { answer: 'send', shown: refinement?.shown ?? '', text: 'Write 2026 behind it.' }),
    ).toBe('applied');
    const told = await ended(id);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    const lines = await said(id);
    expect(lines.find(({ kind, subject }) => kind === 'instruction' && subject === 'message')?.text).toContain(
      'Write 2026 behind it.',
    );
    expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new 2026\n');
  });

  test('that asks for a deployment too early is refused with the reason, and the session goes on', async () => {
    const id = await launched(codingProject(`${writes}${noVerdict}${noVerdict}${refined('deploy')}`), 'interactive');
    await until(id, 'REVIEWING.PERSON');
    await say(id, 'USER_MESSAGE', { text: 'deploy it' });
    await until(id, 'REVIEWING.PERSON');
    expect(await recordOf(stand().pool, id, 'withdrawn', '00001')).toMatchObject({
      reason: 'firmloop.yaml names no deploy command',
    });
    await say(id, 'VERDICT', verdict);
    expect(await ended(id)).toMatchObject({ outcome: 'completed' });
  });

  test('interrupts a turn that is at work, and what was written stays', async () => {
    // Cut off, a turn of a playbook is played again.
    const long =
      '  - { task: session, commands: ["test -e begun || { echo new > notes.txt; echo begun > begun; sleep 100; }"], answer: { reply: Done. } }\n';
    const folder = codingProject(`${long}${refined('develop')}`);
    const id = await launched(folder, 'interactive');
    const file = join(stand().home, 'worktrees', id, 'tree', 'begun');
    await eventually('the turn has begun', () => existsSync(file), 60_000);
    await say(id, 'USER_MESSAGE', { text: 'faster' });
    await until(id, 'REFINING.SHOW');
    const { refinement } = await contextOf(id);
    await say(id, 'INSTRUCTION', { answer: 'send', shown: refinement?.shown ?? '', text: '' });
    const told = await ended(id);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    expect(userGit(folder, 'show', `${told.branch}:begun`)).toBe('begun\n');
    const lines = await said(id);
    expect(lines.find(({ kind, subject }) => kind === 'instruction' && subject === 'message')?.text).toContain(
      'was cut off',
    );
  });
});

describe('a coding agent of the command line', { timeout: 120_000 }, () => {
  const program = `#!/bin/sh
echo "$@" >> "$CLAUDE_CONFIG_DIR/calls"
cat > task.txt
printf '{"type":"system","subtype":"init","session_id":"s-42"}\\n'
printf '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"notes.txt"}}]}}\\n'
if [ -e once ]; then echo new > notes.txt; fi
touch once
printf '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}}\\n'
printf '{"type":"result","subtype":"success","is_error":false,"result":"Which way?","modelUsage":{}}\\n'
printf '{"type":"assistant","message":{"content":[{"type":"text","text":"Which way do you want?"}]}}\\n'
`;

  /** A project whose session is this program. */
  function programmed(more = ''): string {
    const folder = codingProject('', more, { 'agent.sh': program, '.gitignore': 'once\ntask.txt\n' });
    const file = join(folder, 'firmloop.yaml');
    const agent = 'session: { use: cli, preset: claude-code, command: [sh, agent.sh] }';
    writeFileSync(file, readFileSync(file, 'utf8').replace(/session: .*/, agent));
    userGit(folder, 'commit', '--quiet', '--all', '--message=An agent');
    return folder;
  }

  test('is resumed by its own name in the next turn, and its tool calls are heard', async () => {
    const told = await story(programmed());
    expect(told.trace).toMatch(/waits for a decision/);
    const lines = await said(told.runId);
    expect(lines.filter(({ kind }) => kind === 'tool').length).toBeGreaterThan(1);
    expect(await printed(stand(), told.runId)).toContain('--resume s-42');
  });

  test('is attached to in its first turn where its session was begun elsewhere', async () => {
    const kept = newFolder();
    const told = await story(programmed(`attach: { session: s-7, folder: ${kept} }\n`));
    expect(told.trace).toMatch(/attached to the session s-7/);
    const [first = '', second = ''] = readFileSync(join(kept, 'calls'), 'utf8').split('\n');
    expect(first).toContain('--resume s-7');
    expect(second).toContain('--resume s-42');
  });
});
