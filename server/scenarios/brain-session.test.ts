import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import type { SessionContext } from '#lib/machines/brain-session/context.ts';
import { forkRun } from '#server/engine/fork-run.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { finaliseRun } from '#server/finalise/finalise-run.ts';
import { launch } from '#server/launch/launch.ts';
import { artifactsOf, runsToFinalise } from '#server/store/finalise-rows.ts';
import { recordOf } from '#server/store/records.ts';
import { sessionEntries } from '#server/store/session-entries.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { type Files, filesOf, newFolder, repositoryOf } from './firmware.ts';
import { printed, type Story, standForFile, storyOf, untilState, userGit } from './kit.ts';

const stand = standForFile();
const example = new URL('../../examples/debounce', import.meta.url).pathname;

const config = (more = '') => `machine: brain-session
task: Make the notes new.
session: { use: playbook, file: playbook.yaml }
judge: { use: playbook, file: playbook.yaml }
test: grep -q new notes.txt
${more}`;

const fine = `answer: { signal: no_issue, reason: it is fine, suggestion: '' }`;
const reviews = ['function', 'edges', 'security', 'performance']
  .map((side) => `  - { task: review_${side}, times: always, ${fine} }\n`)
  .join('');
const rest = `${reviews}  - { task: judge_commit_message, times: always, ${fine} }
  - { task: write_commit_message, times: always, answer: { message: Make the notes new } }
  - { task: judge_failure, times: always, answer: { signal: code_fault, reason: it is old, suggestion: Make it new. } }
  - { task: summarise_session, answer: { summary: The notes are new. } }
`;
const turn = (content: string, more = '') =>
  `  - { task: session, edits: [{ file: notes.txt, content: ${JSON.stringify(content)} }], answer: { reply: Done. }${more} }\n`;
const writes = turn('new\n');

function project(steps: string, more = '', files: Files = {}): string {
  const playbook = `version: 1\nsteps:\n${steps}${rest}`;
  return repositoryOf({ 'firmloop.yaml': config(more), 'notes.txt': 'old\n', 'playbook.yaml': playbook, ...files });
}

/** A hook of the user's repository. */
function hook(folder: string, name: string, script: string): void {
  const file = join(folder, '.git/hooks', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

async function launched(folder: string, mode: 'ci' | 'interactive' = 'ci'): Promise<string> {
  const { engine, home } = stand();
  return (await launch(engine, { by: 'tester', door: 'cli', home, folder, mode })).runId;
}

const story = async (folder: string) => await ended(await launched(folder));

/** How a run ended, wrapped up as its user finds it. */
async function ended(runId: string): Promise<Story & { branch: string | null; patch: string | null }> {
  const { pool, home } = stand();
  const told = await storyOf(stand(), runId);
  const run = await eventually(`run ${runId} can be wrapped up`, async () =>
    (await runsToFinalise(pool, 'here')).find(({ id }) => id === runId),
  );
  await finaliseRun(pool, home, run);
  const files = await artifactsOf(pool, runId);
  const report = (await pool.query('SELECT report FROM run WHERE id = $1', [runId])).rows[0] as {
    report: { branch: string | null };
  };
  return {
    ...told,
    branch: report.report.branch,
    patch: files.find(({ name }) => name === 'uncommitted.patch')?.hash ?? null,
  };
}

let commands = 0;
async function say(runId: string, type: string, payload: { readonly [field: string]: Json }) {
  commands += 1;
  const event = { type, key: `said-${commands}`, actor: 'ada', payload: { by: 'ada', reason: '', ...payload } };
  return (await send(stand().engine, runId, event)).fate;
}

const contextOf = async (runId: string) =>
  (await storedRun(stand().pool, runId)).envelope.context as unknown as SessionContext;
const noVerdict = '  - { task: review_security, unreadable: well, times: 3 }\n';
const verdict = { about: 'security', signal: 'no_issue', suggestion: '' };

describe.concurrent('a session', { timeout: 120_000 }, () => {
  test('of the example is corrected twice, fails lint and a test, and is committed', async () => {
    const there = repositoryOf(filesOf(example));
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
    const said = await sessionEntries(stand().pool, { runId: told.runId, until: null, limit: 500 });
    const signals = said.filter(({ kind }) => kind === 'signal').map(({ subject }) => subject);
    expect(signals).toEqual(expect.arrayContaining(['writing', 'testing', 'test_pass', 'asking', 'done']));
    expect(
      said.filter(({ conversation, kind }) => conversation === 'brain' && kind === 'question').length,
    ).toBeGreaterThan(15);
  });

  test('whose claims are false is told by exit codes', async () => {
    const told = await story(project(turn('old still\n').repeat(4)));
    expect(told.trace).toMatch(/`grep -q new notes.txt` exited with status 1/);
    expect(told).toMatchObject({ outcome: 'completed with warning', exitCode: 0 });
    expect(told.branch).toBeNull();
    expect(told.patch).not.toBeNull();
  });

  test('that dies is begun anew once, and what it had done is kept when it dies again', async () => {
    const dies = '  - { task: session, fails: the program ended with 1, commands: [] }\n';
    const told = await story(project(dies.repeat(2)));
    expect(told.trace).toMatch(/the session died in a turn \(init\)[\s\S]*the session died again/);
    expect(told).toMatchObject({ outcome: 'completed with warning', exitCode: 0 });
    expect(await story(project(`${dies}${writes}`))).toMatchObject({ outcome: 'completed' });
  });

  test('that is forked goes on with the work as it was then, in a tree of its own', async () => {
    const folder = project(`${turn('new\n', ', commands: ["echo kept > kept.txt"]')}`);
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
    const told = await story(project(`${writes.repeat(6)}${nonsense}`));
    expect(told).toMatchObject({ outcome: 'completed with warning' });
    expect(told.trace).toMatch(/edges counts as has_issue/);
    expect(told.trace).toMatch(/moved on to LINTING by force/);
  });
});

describe.concurrent('the commit', { timeout: 120_000 }, () => {
  test('runs the hooks of the project; what one refuses is mended, checked again and committed', async () => {
    const folder = project(`${turn('new FIXME\n')}${writes}`);
    hook(folder, 'pre-commit', 'if git grep --cached -q FIXME -- notes.txt; then echo "no FIXME, please"; exit 1; fi');
    const told = await story(folder);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    expect(told.trace).toMatch(/COMMITTING.COMMIT -> COMMITTING.FIX: a hook refused the commit/);
    expect(told.trace).toMatch(/COMMITTING.FIX -> COMMITTING.CHECK/);
    const said = await sessionEntries(stand().pool, { runId: told.runId, until: null, limit: 500 });
    expect(said.find(({ subject }) => subject === 'hook')?.text).toContain('no FIXME, please');
    expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new\n');
  });

  test('that a hook refuses for ever is given up, and the work is kept as a patch', async () => {
    const folder = project(writes.repeat(3));
    hook(folder, 'commit-msg', 'echo "no message is good enough"; exit 1');
    const told = await story(folder);
    expect(told).toMatchObject({ outcome: 'completed with warning', branch: null });
    expect(told.trace).toMatch(/a hook refused the commit .* after 2 retries/);
    const patch = (await stand().pool.query('SELECT data FROM artifact_chunk WHERE hash = $1', [told.patch]))
      .rows[0] as { data: Buffer };
    expect(patch.data.toString('utf8')).toContain('+new');
  });

  test('takes the hooks of its user, whatever the session has made of them', async () => {
    const hooks = { '.githooks/pre-commit': '#!/bin/sh\necho refused; exit 1\n' };
    const weakens = `  - { task: session, commands: ["printf '#!/bin/sh\\n' > .githooks/pre-commit; mkdir -p .git/hooks; git config core.hooksPath /dev/null"], edits: [{ file: notes.txt, content: "new\\n" }], answer: { reply: Done. } }\n`;
    const folder = project(`${weakens}${writes.repeat(2)}`, '', hooks);
    chmodSync(join(folder, '.githooks/pre-commit'), 0o755);
    userGit(folder, 'config', 'core.hooksPath', '.githooks');
    const told = await story(folder);
    expect(told.trace).toMatch(/a hook refused the commit/);
    expect(told.branch).toBeNull();
  });

  test('behind which a hook changes files is not clean: the rest is looked at and committed too', async () => {
    const folder = project(writes.repeat(2));
    hook(folder, 'post-commit', 'test -e stamp || echo made > stamp');
    const told = await story(folder);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    expect(told.trace).toMatch(/the tree is dirty: stamp changed behind it/);
    expect(userGit(folder, 'show', `${told.branch}:stamp`)).toBe('made\n');
    expect(userGit(folder, 'rev-list', '--count', `main..${told.branch}`)).toBe('2\n');
  });

  test('on a detached head becomes a branch of its own, and says so', async () => {
    const folder = project(writes);
    userGit(folder, 'checkout', '--quiet', '--detach');
    const told = await story(folder);
    expect(told).toMatchObject({ outcome: 'completed' });
    expect(told.trace).toMatch(/is no branch, so it becomes one of its own/);
    expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new\n');
  });

  test('leaves what its user has not committed alone', async () => {
    const folder = project(writes);
    writeFileSync(join(folder, 'notes.txt'), 'mine\n');
    writeFileSync(join(folder, 'untracked.txt'), 'mine too\n');
    const told = await story(folder);
    expect(told).toMatchObject({ outcome: 'completed' });
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine\n');
    expect(userGit(folder, 'status', '--porcelain')).toBe(' M notes.txt\n?? untracked.txt\n');
    expect(userGit(folder, 'ls-tree', '--name-only', told.branch ?? '')).not.toContain('untracked.txt');
  });

  test('in which markers of a conflict are left is refused before any hook', async () => {
    const marked = turn('<<<<<<< mine\nnew\n=======\nold\n>>>>>>> theirs\n');
    const told = await story(project(`${marked}${writes}`));
    expect(told.trace).toMatch(/markers of a conflict are left in notes.txt:1/);
    expect(told).toMatchObject({ outcome: 'completed' });
  });

  test('leaves out what the checks have built, also where nothing is ignored', async () => {
    const folder = project(writes, 'lint: echo built > product.o\n');
    const told = await story(folder);
    expect(userGit(folder, 'ls-tree', '--name-only', told.branch ?? '')).not.toContain('product.o');
  });

  describe('of a branch that has moved meanwhile', () => {
    async function moving(
      steps: string,
      change: (folder: string) => void,
    ): Promise<readonly [string, Awaited<ReturnType<typeof ended>>]> {
      const folder = project(`${steps}${noVerdict}`);
      const id = await launched(folder, 'interactive');
      await untilState(stand(), id, 'REVIEWING');
      await until(id, 'REVIEWING.PERSON');
      change(folder);
      userGit(folder, 'commit', '--quiet', '--all', '--message=Moved');
      await say(id, 'VERDICT', verdict);
      return [folder, await ended(id)];
    }

    test('is merged and checked again', async () => {
      const [folder, told] = await moving(writes, (there) =>
        writeFileSync(join(there, 'firmloop.yaml'), `${config()}# moved\n`),
      );
      expect(told, told.trace).toMatchObject({ outcome: 'completed' });
      expect(told.trace).toMatch(/merged with main, which had moved: what came in is checked/);
      expect(userGit(folder, 'show', `${told.branch}:firmloop.yaml`)).toContain('# moved');
      expect(userGit(folder, 'rev-list', '--count', `${told.branch}..main`)).toBe('0\n');
    });

    test('and does not fit is resolved by the session as a merge', async () => {
      const both = turn('new and moved\n');
      const [folder, told] = await moving(`${writes}${both}`, (there) =>
        writeFileSync(join(there, 'notes.txt'), 'moved\n'),
      );
      expect(told, told.trace).toMatchObject({ outcome: 'completed' });
      expect(told.trace).toMatch(/main has moved, and 1.file conflict: notes.txt/);
      expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new and moved\n');
      expect(userGit(folder, 'rev-list', '--count', `${told.branch}..main`)).toBe('0\n');
    });

    test('and is never resolved stays committed on its own, with a warning', async () => {
      const idle = '  - { task: session, times: always, answer: { reply: I cannot. } }\n';
      const [folder, told] = await moving(`${writes}${idle}`, (there) =>
        writeFileSync(join(there, 'notes.txt'), 'moved\n'),
      );
      expect(told, told.trace).toMatchObject({ outcome: 'completed with warning' });
      expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new\n');
      expect(told.patch).not.toBeNull();
    });
  });
});

describe.concurrent('a deployment', { timeout: 120_000 }, () => {
  const target = readFileSync(join(example, 'tools/target.sh'), 'utf8').replace(
    / +make --silent.*\n +cp .*\n/,
    '        cp notes.txt "$slots/$other"\n',
  );
  const deploys = (deploy: string, back: string) =>
    project(
      writes,
      `deploy: { command: sh target.sh deploy ${deploy}, roll_back: sh target.sh roll-back ${back}, when: always, network: false }\n`,
      {
        'target.sh': target,
        '.gitignore': 'build/\n',
      },
    );

  test.each([
    ['that works ends the session', '', '', 'completed', /slot|`sh target.sh deploy` passed/],
    [
      'that fails is rolled back',
      'fails',
      '',
      'completed with warning',
      /the deployment failed; `sh target.sh roll-back` passed/,
    ],
    [
      'whose roll back fails too says both',
      'fails',
      'fails',
      'completed with warning',
      /and so did its roll back: .*the target refuses to roll-back/,
    ],
  ])('%s', async (_, deploy, back, outcome, reason) => {
    const told = await story(deploys(deploy, back));
    expect(told, told.trace).toMatchObject({ outcome, exitCode: 0 });
    expect(told.trace).toMatch(reason);
    expect(told.branch).not.toBeNull();
  });
});

describe.concurrent('a message of a person', { timeout: 120_000 }, () => {
  const refined = (intent: string) =>
    `  - { task: refine_instruction, answer: { intent: ${intent}, instruction: Add the year to the notes., reason: it is clear } }\n`;

  test('is rewritten, shown, changed by the person, and told to the session', async () => {
    const folder = project(`${writes}${turn('new 2026\n')}${noVerdict}${refined('develop')}`);
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
    const said = await sessionEntries(stand().pool, { runId: id, until: null, limit: 500 });
    expect(said.find(({ kind, subject }) => kind === 'instruction' && subject === 'message')?.text).toContain(
      'Write 2026 behind it.',
    );
    expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new 2026\n');
  });

  test('that asks for a deployment too early is refused with the reason, and the session goes on', async () => {
    const id = await launched(project(`${writes}${noVerdict}${noVerdict}${refined('deploy')}`), 'interactive');
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
    const folder = project(`${long}${refined('develop')}`);
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
    const said = await sessionEntries(stand().pool, { runId: id, until: null, limit: 500 });
    expect(said.find(({ kind, subject }) => kind === 'instruction' && subject === 'message')?.text).toContain(
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
    const folder = project('', more, { 'agent.sh': program, '.gitignore': 'once\ntask.txt\n' });
    const file = join(folder, 'firmloop.yaml');
    const agent = 'session: { use: cli, preset: claude-code, command: [sh, agent.sh] }';
    writeFileSync(file, readFileSync(file, 'utf8').replace(/session: .*/, agent));
    userGit(folder, 'commit', '--quiet', '--all', '--message=An agent');
    return folder;
  }

  test('is resumed by its own name in the next turn, and its tool calls are heard', async () => {
    const told = await story(programmed());
    expect(told.trace).toMatch(/waits for a decision/);
    const said = await sessionEntries(stand().pool, { runId: told.runId, until: null, limit: 500 });
    expect(said.filter(({ kind }) => kind === 'tool').length).toBeGreaterThan(1);
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

/** Waits until the run rests in exactly this state. */
async function until(runId: string, state: string): Promise<void> {
  const { pool } = stand();
  await eventually(
    `run ${runId} is in ${state}`,
    async () => (await pool.query('SELECT 1 FROM run WHERE id = $1 AND state = $2', [runId, state])).rowCount === 1,
    60_000,
  );
}
