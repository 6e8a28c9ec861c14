import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGit } from '#server/workspace/git.ts';

/** Patches and iterations of the bench; one more test stays broken, so that the loop uses them all. */
export const patches = 10;

/** A C project whose tests are mended one by one by its patches. `buildSeconds` is waited for in each build. */
export async function makeManyPatches(folder: string, buildSeconds: number): Promise<void> {
  const tests = Array.from({ length: patches + 2 }, (_, at) => at);
  const files: Readonly<Record<string, string>> = {
    'firmloop.yaml': projectFile,
    Makefile: `all: build/tests\n\nbuild/tests: src/main.c\n\tmkdir -p build\n\t${buildSeconds === 0 ? 'cp $< $@' : `$(CC) -O1 -o $@ $<\n\tsleep ${buildSeconds}`}\n`,
    'run-tests.sh': runTests,
    'src/main.c': source(tests.map((at) => at === 0)),
    '.gitignore': 'build/\n',
    ...Object.fromEntries(tests.slice(1, patches + 1).map((at) => [patchPath(at), patchFor(at)])),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const git = createGit();
  const commit = ['commit', '--quiet', '--message=Many patches'];
  for (const args of [['init', '--quiet', '--initial-branch=main'], ['add', '--all'], commit]) {
    const done = await git(args, { cwd: folder });
    if (!done.ok) throw new Error(done.trouble);
  }
}

export function patchPath(at: number): string {
  return `patches/${String(at).padStart(2, '0')}.patch`;
}

const projectFile = `machine: firmware-loop
name: many-patches
goal: { text: All tests pass, tests: all }
build: { command: make }
environments: { host: { type: host, test: sh run-tests.sh, timeout: 60s } }
results: { format: tap }
policy: { allow: ["src/**"] }
agents: [ { use: patches, folder: patches } ]
limits: { max_iterations: ${patches} }
`;

/** Reads the results off the source, whatever the build made of it: what is measured is the loop around. */
const runTests = `echo 1..${patches + 2}
failed=0
while read -r comment n state; do
  case "$comment" in '//') ;; *) continue ;; esac
  if [ "$state" = good ]; then echo "ok $n - test $n"; else echo "not ok $n - test $n"; failed=1; fi
done <src/main.c
exit $failed
`;

function source(good: readonly boolean[]): string {
  const lines = good.map((isGood, at) => `// ${at + 1} ${isGood ? 'good' : 'bad'}\nint value_${at + 1} = ${at};\n\n\n`);
  return `${lines.join('')}int main(void) { return 0; }\n`;
}

function patchFor(at: number): string {
  const line = 4 * at + 1;
  return `Mends test ${at + 1}.

diff --git a/src/main.c b/src/main.c
--- a/src/main.c
+++ b/src/main.c
@@ -${line},2 +${line},2 @@
-// ${at + 1} bad
+// ${at + 1} good
 int value_${at + 1} = ${at};
`;
}
