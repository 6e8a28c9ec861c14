import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firmware, firmwareFiles, newFolder, projectFile, repositoryOf, setting, writeFiles } from './firmware.ts';
import { launch, play, standForFile, userGit } from './kit.ts';

const stand = standForFile();
const good = [setting('a=1\nb=1\nc=1\n')];

describe('a project file that cannot be used is refused at launch with its line', () => {
  test.each<[string, string, RegExp]>([
    ['broken YAML', `${projectFile}goal: { text: "open\n`, /:9.*quote/],
    ['tabs for indentation', `machine: firmware-loop\nbuild:\n\tcommand: make\n`, /:3/],
    ['an unknown key', `${projectFile}agnets: []\n`, /:8.*agnets.*agents/s],
    ['a wrong type', projectFile.replace('timeout: 20s', 'timeout: soon'), /:4.*timeout/s],
    ['no build', projectFile.replace(/^build:.*\n/m, ''), /build/],
    ['no agent', projectFile.replace(/^agents:.*$/m, 'agents: []'), /:7.*agent/s],
    ['an unknown format', projectFile.replace('format: tap', 'format: tapp'), /:5.*tap/s],
    ['a pattern without its expression', projectFile.replace('format: tap', 'format: pattern'), /:5.*pattern/s],
    ['an unknown environment', `${projectFile}environment: boards\n`, /:8.*boards/s],
    ['another machine', projectFile.replace('firmware-loop', 'coffee-machine'), /:1/],
    ['nothing at all', '', /firmloop\.yaml/],
  ])('%s', async (_, content, told) => {
    const folder = firmware({ files: { 'firmloop.yaml': content } });
    await expect(launch(stand(), folder)).rejects.toThrow(told);
  });
});

describe('a folder without a commit to start from is refused with what to do', () => {
  test('not under git', async () => {
    const folder = join(newFolder(), 'plain');
    writeFiles(folder, firmwareFiles({}));
    await expect(launch(stand(), folder)).rejects.toThrow(/not under git|no git repository|not a git/i);
  });

  test('no commit yet', async () => {
    const folder = join(newFolder(), 'new');
    writeFiles(folder, firmwareFiles({}));
    userGit(folder, 'init', '--quiet', '--initial-branch=main');
    await expect(launch(stand(), folder)).rejects.toThrow(/no commit/i);
  });

  test('an unborn branch', async () => {
    const folder = firmware();
    userGit(folder, 'checkout', '--quiet', '--orphan', 'fresh');
    await expect(launch(stand(), folder)).rejects.toThrow(/no commit/i);
  });

  test('a commit that is not there', async () => {
    await expect(launch(stand(), firmware(), { ref: 'v9.9' })).rejects.toThrow(/v9\.9/);
  });

  test('no project file in the commit', async () => {
    await expect(launch(stand(), repositoryOf({ README: 'x' }))).rejects.toThrow(/firmloop\.yaml/);
  });
});

test('a dirty checkout stays as it is, byte for byte, and the run uses what is committed', async () => {
  const folder = firmware({ patches: good });
  writeFileSync(join(folder, 'src/registers'), 'a=0\nb=0\nc=0\n');
  writeFileSync(join(folder, 'src/staged'), 'new\n');
  userGit(folder, 'add', 'src/staged');
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  rmSync(join(folder, 'patches/01.patch'));
  const status = userGit(folder, 'status', '--porcelain=v2', '--branch');
  const before = snapshot(folder);
  const story = await play(stand(), folder);
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(snapshot(folder)).toEqual(before);
  expect(userGit(folder, 'status', '--porcelain=v2', '--branch')).toBe(status);
});

test.each(['with spaces', 'mit Ümlaut', 'quote"d', "it's", '日本語', '$(touch x)', '-dash', 'a\nline'])(
  'a repository folder named %j works',
  async (name) => {
    const story = await play(stand(), firmware({ patches: good, name }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
  },
);

test('a project below a folder with quotes in its name is patched there and nowhere else', async () => {
  const sub = 'parts/thermo "stat" é';
  const files = Object.fromEntries(
    Object.entries(firmwareFiles({ patches: good })).map(([name, content]) => [`${sub}/${name}`, content]),
  );
  const folder = repositoryOf({ ...files, 'src/registers': 'mine\n' });
  const story = await play(stand(), join(folder, sub));
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.report.iterations[1]?.patch).toContain('01.patch');
});

test('files whose names need quoting are patched', async () => {
  const name = 'src/a "b" ü\ttab';
  const folder = firmware({
    files: {
      [name]: 'x=0\n',
      'tests/run.sh': `. './${name}'\n[ "$x" = 1 ] && echo 'ok 1 - x' || echo 'not ok 1 - x'\necho 1..1\n`,
    },
    patches: [
      `quoted\n\n--- "a/src/a \\"b\\" \\303\\274\\ttab"\n+++ "b/src/a \\"b\\" \\303\\274\\ttab"\n@@ -1 +1 @@\n-x=0\n+x=1\n`,
    ],
  });
  const story = await play(stand(), folder);
  expect(story.trace).not.toContain('SUCCESS');
  expect(story.trace).toMatch(/path-characters|control/);
});

test('a repository on a detached head runs from that commit', async () => {
  const folder = firmware({ patches: good });
  userGit(folder, 'checkout', '--quiet', '--detach');
  expect((await play(stand(), folder)).outcome).toBe('SUCCESS');
});

/** Content, mode and change time of every file, those of git included. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode, mtimeMs } = lstatSync(path);
      return `${path} ${mode} ${mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    })
    .sort();
}
