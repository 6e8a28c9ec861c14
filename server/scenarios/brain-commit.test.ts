import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CodingStory,
  codingConfig,
  codingExample,
  codingOn,
  codingProject,
  noVerdict,
  turn,
  verdict,
  writes,
} from './coding.ts';
import { standForFile, userGit } from './kit.ts';

const stand = standForFile();
const { ended, launched, said, say, story, until } = codingOn(stand);

/** A hook of the user's repository. */
function hook(folder: string, name: string, script: string): void {
  const file = join(folder, '.git/hooks', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

describe.concurrent('the commit', { timeout: 120_000 }, () => {
  test('runs the hooks of the project; what one refuses is mended, checked again and committed', async () => {
    const folder = codingProject(`${turn('new FIXME\n')}${writes}`);
    hook(folder, 'pre-commit', 'if git grep --cached -q FIXME -- notes.txt; then echo "no FIXME, please"; exit 1; fi');
    const told = await story(folder);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    expect(told.trace).toMatch(/COMMITTING.COMMIT -> COMMITTING.FIX: a hook refused the commit/);
    expect(told.trace).toMatch(/COMMITTING.FIX -> COMMITTING.CHECK/);
    const lines = await said(told.runId);
    expect(lines.find(({ subject }) => subject === 'hook')?.text).toContain('no FIXME, please');
    expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new\n');
  });

  test('that a hook refuses for ever is given up, and the work is kept as a patch', async () => {
    const folder = codingProject(writes.repeat(3));
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
    const folder = codingProject(`${weakens}${writes.repeat(2)}`, '', hooks);
    chmodSync(join(folder, '.githooks/pre-commit'), 0o755);
    userGit(folder, 'config', 'core.hooksPath', '.githooks');
    const told = await story(folder);
    expect(told.trace).toMatch(/a hook refused the commit/);
    expect(told.branch).toBeNull();
  });

  test('behind which a hook changes files is not clean: the rest is looked at and committed too', async () => {
    const folder = codingProject(writes.repeat(2));
    hook(folder, 'post-commit', 'test -e stamp || echo made > stamp');
    const told = await story(folder);
    expect(told, told.trace).toMatchObject({ outcome: 'completed' });
    expect(told.trace).toMatch(/the tree is dirty: stamp changed behind it/);
    expect(userGit(folder, 'show', `${told.branch}:stamp`)).toBe('made\n');
    expect(userGit(folder, 'rev-list', '--count', `main..${told.branch}`)).toBe('2\n');
  });

  test('on a detached head becomes a branch of its own, and says so', async () => {
    const folder = codingProject(writes);
    userGit(folder, 'checkout', '--quiet', '--detach');
    const told = await story(folder);
    expect(told).toMatchObject({ outcome: 'completed' });
    expect(told.trace).toMatch(/is no branch, so it becomes one of its own/);
    expect(userGit(folder, 'show', `${told.branch}:notes.txt`)).toBe('new\n');
  });

  test('leaves what its user has not committed alone', async () => {
    const folder = codingProject(writes);
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
    const told = await story(codingProject(`${marked}${writes}`));
    expect(told.trace).toMatch(/markers of a conflict are left in notes.txt:1/);
    expect(told).toMatchObject({ outcome: 'completed' });
  });

  test('leaves out what the checks have built, also where nothing is ignored', async () => {
    const folder = codingProject(writes, 'lint: echo built > product.o\n');
    const told = await story(folder);
    expect(userGit(folder, 'ls-tree', '--name-only', told.branch ?? '')).not.toContain('product.o');
  });

  describe('of a branch that has moved meanwhile', () => {
    async function moving(steps: string, change: (folder: string) => void): Promise<readonly [string, CodingStory]> {
      const folder = codingProject(`${steps}${noVerdict}`);
      const id = await launched(folder, 'interactive');
      await until(id, 'REVIEWING.PERSON');
      change(folder);
      userGit(folder, 'commit', '--quiet', '--all', '--message=Moved');
      await say(id, 'VERDICT', verdict);
      return [folder, await ended(id)];
    }

    test('is merged and checked again', async () => {
      const [folder, told] = await moving(writes, (there) =>
        writeFileSync(join(there, 'firmloop.yaml'), `${codingConfig()}# moved\n`),
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
  const target = readFileSync(join(codingExample, 'tools/target.sh'), 'utf8').replace(
    / +make --silent.*\n +cp .*\n/,
    '        cp notes.txt "$slots/$other"\n',
  );
  const deploys = (deploy: string, back: string) =>
    codingProject(
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
