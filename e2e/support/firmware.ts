import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const examples = join(import.meta.dirname, '..', '..', 'examples');

/** A git repository of its own with the shipped thermostat, some files written anew. */
export async function copyOfThermostat(files: Readonly<Record<string, string>> = {}): Promise<string> {
  return await copyOfExample('thermostat', files);
}

/** A git repository of its own with a shipped example, some files written anew; the folder's name is the project's. */
export async function copyOfExample(name: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'firmloop-firmware-')), name);
  await cp(join(examples, name), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org', ...args], { cwd: folder });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'The shipped example');
  return folder;
}

/** A project file that differs from the example's. */
export function projectFile(choices: {
  build?: string;
  test?: string;
  results?: string;
  goal?: string;
  patches?: string;
}): string {
  const {
    build = 'make -j2',
    test = './build/run-tests',
    results = 'format: unity',
    goal = 'All tests pass',
    patches = 'patches',
  } = choices;
  return [
    'machine: firmware-loop',
    'name: thermostat',
    `goal: { text: ${JSON.stringify(goal)}, tests: all }`,
    `build: { command: ${JSON.stringify(build)}, requires: [cc, make] }`,
    `environments: { host: { type: host, test: ${JSON.stringify(test)}, timeout: 60s, silence: 20s } }`,
    `results: { ${results} }`,
    'policy: { allow: ["src/**", "include/**"] }',
    `agents: [ { use: patches, folder: ${patches} } ]`,
    '',
  ].join('\n');
}

/** Firmware whose build says a line every half second for `seconds`: time to look at it and to step in. */
export function slowBuild(seconds: number): Readonly<Record<string, string>> {
  return { 'firmloop.yaml': projectFile({ build: `${ticks(seconds)}; make -j2` }) };
}

/** Firmware of which only the second build and later ones are slow: the first patch can be looked at while it is tried. */
export function slowRebuild(seconds: number): Readonly<Record<string, string>> {
  const build = `if [ -e build/run-tests ]; then ${ticks(seconds)}; fi; make -j2`;
  return { 'firmloop.yaml': projectFile({ build }) };
}

/** Firmware of which only the first try at a build is slow: once that was cut off, everything goes quickly. */
export function slowFirstTry(seconds: number): Readonly<Record<string, string>> {
  const build = `if ! [ -e build/tried ]; then mkdir -p build; touch build/tried; ${ticks(seconds)}; fi; make -j2`;
  return { 'firmloop.yaml': projectFile({ build }) };
}

function ticks(seconds: number): string {
  return `for i in $(seq ${seconds * 2}); do echo "tick $i"; sleep 0.5; done`;
}

/** Firmware whose candidate patches only add remarks, so that the pass rate stays where it is. */
export function plateau(): Readonly<Record<string, string>> {
  const remarks = Array.from({ length: 6 }, (_, index) => [`remarks/${index}.patch`, remark(index)] as const);
  return { ...Object.fromEntries(remarks), 'firmloop.yaml': projectFile({ patches: 'remarks' }) };
}

function remark(index: number): string {
  return [
    `Remark ${index} may help the next reader.`,
    '',
    `diff --git a/src/remark${index}.c b/src/remark${index}.c`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/src/remark${index}.c`,
    '@@ -0,0 +1 @@',
    `+extern int remark${index};`,
    '',
  ].join('\n');
}
