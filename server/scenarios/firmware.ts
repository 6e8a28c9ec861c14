import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { userGit } from './kit.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * A firmware in shell, so that a run of it takes milliseconds: `src/registers` sets a, b and c, the build only checks its
 * syntax, and `tests/run.sh` prints a TAP test for each that must be 1. At the base a passes, b and c fail.
 */
export const registers = 'a=1\nb=0\nc=0\n';

const testProgram = `. ./src/registers
for name in a b c; do
  eval value=\\$$name
  n=$((n+1))
  if [ "$value" = 1 ]; then echo "ok $n - $name"; else echo "not ok $n - $name"; failed=1; fi
done
echo "1..$n"
exit \${failed:-0}
`;

export const projectFile = `machine: firmware-loop
name: registers
build: { command: sh -n src/registers }
environments: { host: { type: host, test: sh tests/run.sh, timeout: 20s } }
results: { format: tap }
policy: { allow: ["src/**"] }
agents: [ { use: patches, folder: patches } ]
`;

const base: Files = { 'firmloop.yaml': projectFile, 'src/registers': registers, 'tests/run.sh': testProgram };

/** The files of the shell firmware with others over or beside them; patches are named in the order given. */
export function firmwareFiles({ patches = [], files = {} }: { patches?: readonly string[]; files?: Files }): Files {
  const named = patches.map((text, at) => [`patches/${String(at + 1).padStart(2, '0')}.patch`, text]);
  return { ...base, ...files, ...Object.fromEntries(named) };
}

/** A repository with these files in one commit, gone when the file's tests have ended. */
export function repositoryOf(files: Files, { name = 'firmware' }: { name?: string } = {}): string {
  const folder = join(newFolder(), name);
  writeFiles(folder, files);
  userGit(folder, 'init', '--quiet', '--initial-branch=main');
  userGit(folder, 'add', '--all', '--force');
  userGit(folder, 'commit', '--quiet', '--message=First');
  return folder;
}

/** The shell firmware in a repository of its own. */
export function firmware(parts: { patches?: readonly string[]; files?: Files; name?: string } = {}): string {
  return repositoryOf(firmwareFiles(parts), parts.name === undefined ? {} : { name: parts.name });
}

/** What a folder of an example holds, without what was built in it. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/build'));
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'firmloop-scenario-')));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** A patch that puts one text of a file in place of another, as a whole. Null for a file that is not there. */
export function patchOf(path: string, before: string | null, after: string | null, claim = 'a change'): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const body = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)].join('\n');
  const from = before === null ? '/dev/null' : `a/${path}`;
  const to = after === null ? '/dev/null' : `b/${path}`;
  return `${claim}\n\n--- ${from}\n+++ ${to}\n@@ -${rangeOf(old)} +${rangeOf(now)} @@\n${body}\n`;
}

/** A patch of the shell firmware's registers. */
export function setting(after: string, before: string = registers): string {
  return patchOf('src/registers', before, after, `sets ${after.replaceAll('\n', ' ').trim()}`);
}

function linesOf(text: string | null): string[] {
  return text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function rangeOf(lines: readonly string[]): string {
  return lines.length === 0 ? '0,0' : `1,${lines.length}`;
}
