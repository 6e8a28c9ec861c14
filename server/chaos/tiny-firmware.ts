import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGit } from '#server/workspace/git.ts';

/** Name of the file in each worktree in which the firmware's own commands note that they ran. */
export const ledgerFile = 'commands.ledger';

const tests = ['boot', 'clock', 'sensor', 'filter', 'bus', 'sleep'] as const;
const broken: readonly string[] = tests.slice(2);

/** A repository whose build and tests are shell scripts: four tests fail, and each of four patches mends one. */
export async function makeTinyFirmware(folder: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'firmloop.yaml': projectFile,
    'build.sh': `${noted('build')}mkdir -p out\nsleep 0.15\ncat src/*.txt >out/image\n`,
    'test.sh': `${noted('test')}sleep 0.1\n${printTap}`,
    ...Object.fromEntries(
      tests.map((name) => [`src/${name}.txt`, sourceOf(name, broken.includes(name) ? 'bad' : 'good')]),
    ),
    '.gitignore': `out/\n${ledgerFile}*\n`,
    ...Object.fromEntries(broken.map((name, at) => [`patches/${at + 1}-${name}.patch`, patchFor(name)])),
  };
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const git = createGit();
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message=Tiny firmware'],
  ]) {
    const done = await git(args, { cwd: folder });
    if (!done.ok) throw new Error(done.trouble);
  }
}

const projectFile = `machine: firmware-loop
name: tiny
goal: { text: All tests pass, tests: all }
build: { command: sh build.sh, clean: rm -rf out }
environments: { host: { type: host, test: sh test.sh, timeout: 60s, silence: 20s } }
results: { format: tap }
policy: { allow: ["src/**"] }
agents: [ { use: patches, folder: patches } ]
`;

/** Two commands of one worktree at once are seen by the lock, which the kernel takes from the dead. */
function noted(what: string): string {
  return `exec 9>>${ledgerFile}.lock
flock -n 9 || echo "overlap $FIRMLOOP_ACTIVITY" >>${ledgerFile}
echo "${what} $FIRMLOOP_ACTIVITY" >>${ledgerFile}
`;
}

const printTap = `echo 1..${tests.length}
n=0
failed=0
while read -r name state; do
  n=$((n + 1))
  if [ "$state" = good ]; then echo "ok $n - $name"; else echo "not ok $n - $name"; failed=1; fi
done <out/image
exit $failed
`;

function sourceOf(name: string, state: 'good' | 'bad'): string {
  return `${name} ${state}\n`;
}

function patchFor(name: string): string {
  return `Mends ${name}.

diff --git a/src/${name}.txt b/src/${name}.txt
--- a/src/${name}.txt
+++ b/src/${name}.txt
@@ -1 +1 @@
-${name} bad
+${name} good
`;
}
