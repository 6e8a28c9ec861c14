import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Services } from '#server/api/services.ts';
import { judgePatch } from '#server/api/steering/judge-patch.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { pathHash, storesFolder } from '#server/workspace/workspace.ts';
import { firmware, firmwareFiles, patchOf, projectFile, registers, repositoryOf, setting } from './firmware.ts';
import { play, standForFile, userGit } from './kit.ts';

const stand = standForFile();
const good = setting('a=1\nb=1\nc=1\n');

/** The text of a patch for the file, with a header of its own. */
function headed(header: string, before = registers, after = 'a=1\nb=1\nc=1\n'): string {
  return `claim\n\n${header}\n${patchOf('src/registers', before, after).split('\n').slice(4).join('\n')}`;
}

describe.concurrent('a patch that may not be used is refused by its name, and the next one is tried', {
  timeout: 180_000,
}, () => {
  test.each<[string, string, RegExp]>([
    ['leads outside with ..', headed('--- a/../../etc/passwd\n+++ b/../../etc/passwd'), /path-outside.*\.\./],
    ['names an absolute path', headed('--- /etc/passwd\n+++ /etc/passwd'), /path-outside|outside/],
    ['writes into .git', patchOf('src/.git/hooks/pre-commit', null, 'x\n'), /git-folder|\.git/],
    [
      'makes a symbolic link',
      'link\n\ndiff --git a/src/link b/src/link\nnew file mode 120000\n--- /dev/null\n+++ b/src/link\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
      /symbolic/,
    ],
    [
      'is binary',
      'binary\n\ndiff --git a/src/blob b/src/blob\nnew file mode 100644\nindex 0000000..f76dd23\nGIT binary patch\nliteral 4\nLcmZQzWMT#Y01f~L\n\nliteral 0\nHcmV?d00001\n\n',
      /binary/,
    ],
    ['does not fit the file', setting('a=1\nb=1\nc=1\n', 'x=9\ny=9\nz=9\n'), /does not apply/],
    ['is in the tree already', patchOf('src/registers', 'a=1\nb=1\n', 'a=1\nb=0\nc=0\n'), /already has every change/],
    ['is empty', '', /is empty|is no patch/],
    ['is no diff', 'Just set b and c to one, trust me.\n', /is no patch/],
    ['ends in the middle of a hunk', good.slice(0, -12), /is no patch|unreadable|hunk/i],
    ['touches a forbidden path', patchOf('docs/readme', null, 'x\n'), /docs\/readme/],
    ['removes a file that is not there', patchOf('src/none', 'x\n', null), /already has every change/],
  ])('%s', async (_, patch, told) => {
    const story = await play(stand(), firmware({ patches: [patch, good] }));
    expect(story.trace).toMatch(told);
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.at(-1)?.counts?.passed).toBe(3);
  });

  test('leads through a symbolic link of the repository', async () => {
    const folder = firmware({ patches: [patchOf('src/away/file', null, 'x\n'), good] });
    const { symlinkSync } = await import('node:fs');
    symlinkSync('/tmp', `${folder}/src/away`);
    userGit(folder, 'add', '--all');
    userGit(folder, 'commit', '--quiet', '--message=Link');
    const story = await play(stand(), folder);
    expect(story.trace).toMatch(/symbolic-link in src\/away\/file/);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});

test('a patch with CRLF fits a file with LF, and the file keeps its own line ends', async () => {
  const story = await play(stand(), firmware({ patches: [good.replaceAll('\n', '\r\n')] }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.trace).toMatch(/line ends|applied exactly/);
});

test('a patch with LF fits a file with CRLF', async () => {
  const source = 'a=1 #\nb=0 #\nc=0 #\n';
  const story = await play(
    stand(),
    firmware({
      files: { 'src/registers': source.replaceAll('\n', '\r\n') },
      patches: [setting('a=1 #\nb=1 #\nc=1 #\n', source)],
    }),
  );
  expect(story.outcome, story.trace).toBe('SUCCESS');
});

describe('in a sub-folder of a repository', () => {
  const below = (patches: readonly string[]) => {
    const files = Object.entries(firmwareFiles({ patches })).map(([path, content]) => [`fw/${path}`, content]);
    return join(repositoryOf({ ...Object.fromEntries(files), 'other/b': 'b\n' }), 'fw');
  };
  const atRoot = patchOf('fw/src/registers', registers, 'a=1\nb=1\nc=1\n');

  test('a patch made at the root is judged and applied as the same patch of the project', async () => {
    const twin = setting('a=1\nb=1\nc=0\n');
    const story = await play(stand(), below([twin, twin.replaceAll('/src/', '/fw/src/'), atRoot]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/02\.patch \(is the same patch as fw\/patches\/01\.patch/);
  });

  test('a patch made at the root may not do more than one of the project', async () => {
    const story = await play(stand(), below([patchOf('fw/tests/run.sh', null, 'echo "1..0"\n'), atRoot]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/01\.patch \(policy: \S+ in tests\/run\.sh/);
  });

  test('a patch that also changes other folders is refused, and what helps is said', async () => {
    const story = await play(stand(), below([atRoot + patchOf('other/b', 'b\n', 'c\n'), atRoot]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/01\.patch \(policy: path-not-allowed in fw\/src\/registers: .*`git diff --relative`/);
  });

  test('a person who gives a patch made at the root is told what helps', async () => {
    const { runId } = await play(stand(), below([atRoot]));
    const { pool } = stand();
    const services = { pool, artifacts: createArtifactStore(pool, createRedaction([])) } as Services;
    const { policy } = await judgePatch(services, runId, atRoot);
    expect(policy).toMatchObject({ allowed: false });
    expect(policy.findings[0]?.message).toContain('`git diff --relative`');
  });
});

test('the same patch under other names is passed over before it costs a build', async () => {
  const useless = setting('a=1\nb=0\nc=0\n# x\n');
  const story = await play(stand(), firmware({ patches: [...Array.from({ length: 5 }, () => useless), good] }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.trace).toMatch(/4.patches refused before: 02\.patch \(is the same patch as patches\/01\.patch/);
  expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 1, 3, 3]);
});

test('however many patches are refused, the good one after them is tried in the same iteration, and each is named', async () => {
  const outside = ['one', 'two', 'three', 'four'].map((name) => patchOf(`docs/${name}`, null, 'x\n'));
  const broken = ['no diff at all\n', '', setting('a=1\nb=1\nc=1\n', 'x=9\ny=9\nz=9\n'), 'nor this\n'];
  const story = await play(stand(), firmware({ patches: [...outside, ...broken, good] }), { maxIterations: 2 });
  expect(story.outcome, story.trace).toBe('SUCCESS');
  for (const name of ['01', '02', '03', '04', '05', '06', '07', '08'])
    expect(story.trace).toMatch(
      new RegExp(`refused before: .*${name}\\.patch \\((policy: .*docs/|is no patch|is empty|does not)`),
    );
  expect(story.trace).not.toMatch(/ERROR_RECOVERY/);
});

test('when every patch has been tried the run says so and keeps the best one', async () => {
  const story = await play(stand(), firmware({ patches: [setting('a=1\nb=1\nc=0\n')] }));
  expect(story.outcome, story.trace).toBe('FAILURE');
  expect(story.reason).toBe('no patches are left in the folder patches (1 tried); the best is iteration 1 with 2 of 3');
  expect(story.trace.match(/-> ERROR_RECOVERY/g)).toHaveLength(1);
  expect(story.report.best).toMatchObject({ iteration: 1, passed: 2 });
  expect(story.report.artifacts.patch_file).not.toBeNull();
});

test('when the policy refuses every patch the run fails and names rule and file', async () => {
  const outside = ['one', 'two', 'three', 'four'].map((name) => patchOf(`docs/${name}`, null, 'x\n'));
  const story = await play(stand(), firmware({ patches: outside }));
  expect(story.outcome, story.trace).toBe('FAILURE');
  expect(story.reason).toMatch(
    /^no patches are left in the folder patches \(4 tried\); .*01\.patch \(policy: .*docs\/one/,
  );
});

test('with roll_back: never a worse tree stays', async () => {
  const files = { 'firmloop.yaml': `${projectFile}roll_back: never\n` };
  const story = await play(
    stand(),
    firmware({ files, patches: [setting('a=0\nb=0\nc=0\n'), setting('a=1\nb=1\nc=1\n', 'a=0\nb=0\nc=0\n')] }),
  );
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 0, 3, 3]);
});

test('a patch that a kept one stands in the way of is tried on the tree that it was made for', async () => {
  const useless = setting('a=1\nb=2\nc=0\n');
  const story = await play(stand(), firmware({ patches: [useless, good, setting('a=1\nb=3\nc=0\n')] }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.trace).toMatch(/takes back what was changed since the base/);
  expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 1, 3, 3]);
});

test.each([
  ['last', (real: string) => [setting('a=1\nb=2\nc=0\n'), setting('a=1\nb=3\nc=0\n'), real]],
  ['in the middle', (real: string) => [setting('a=1\nb=2\nc=0\n'), real, setting('a=1\nb=3\nc=0\n')]],
])('the real patch ends in success where it comes %s among useless ones', async (_, patches) => {
  const story = await play(stand(), firmware({ patches: patches(good) }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.report.best).toMatchObject({ passed: 3 });
});

test('what brought nothing is no part of the result', async () => {
  const files = { 'src/other': 'x=1\n' };
  const useless = patchOf('src/other', 'x=1\n', 'x=2\n');
  const patches = [useless, setting('a=1\nb=1\nc=0\n'), setting('a=1\nb=1\nc=1\n', 'a=1\nb=1\nc=0\n')];
  const folder = firmware({ files, patches });
  const story = await play(stand(), folder);
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 1, 2, 3, 3]);
  expect(story.trace).toMatch(/02\.patch.*takes back what was changed since the base/);
  const store = join(storesFolder(stand().home), `${pathHash(folder)}.git`);
  expect(userGit(store, 'show', `${story.report.best?.commit}:src/other`)).toBe('x=1\n');
});

test('a worse tree is rolled back to the best, so that the next patch is made on that', async () => {
  const story = await play(stand(), firmware({ patches: [setting('a=0\nb=0\nc=0\n'), good] }));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.iterations[1]).toMatchObject({ kept: false, rolled_back_to: 0 });
});

test('after a roll back the failing tests are those of the tree that is kept', async () => {
  const story = await play(stand(), firmware({ patches: [setting('a=0\nb=0\nc=0\n'), good] }));
  const triages = story.trace.split('\n').filter((line) => line.includes('LOG_TRIAGE -> CODE_ANALYSIS.ROOT'));
  expect(triages.map((line) => /\d of \d tests fail: .*/.exec(line)?.[0])).toEqual([
    '2 of 3 tests fail: b, c',
    '2 of 3 tests fail: b, c',
  ]);
});

test('when an agent has nothing left the next one of the file is asked', async () => {
  const agents = 'agents: [ { use: patches, folder: patches }, { use: patches, name: others, folder: others } ]\n';
  const files = { 'firmloop.yaml': projectFile.replace(/^agents:.*\n/m, agents), 'others/01.patch': good };
  const story = await play(stand(), firmware({ files, patches: [setting('a=0\nb=0\nc=0\n')] }));
  expect(story.trace).toMatch(/no patches are left in the folder patches.*ask the next agent of the strategy/);
  expect(story.outcome, story.trace).toBe('SUCCESS');
});
