import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createGit } from './git.ts';
import { type OpenRequest, openWorkspace } from './open-workspace.ts';
import type { Workspace } from './workspace.ts';

/** The git that the tests hand to every function. */
export const git = createGit();

/** A new folder that goes when the test ends. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'firmloop workspace ü ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

export function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Plain git as a user has it, without what a machine's own settings might add. */
export function userGit(folder: string, ...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...person, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** A user's repository with one commit of the given files. */
export function userRepository(files: Files, { init = [] }: { init?: readonly string[] } = {}): string {
  const folder = join(scratchFolder(), 'firmware');
  mkdirSync(folder);
  commitFiles(folder, files, init);
  return folder;
}

export async function openedWorkspace(
  files: Files,
  request: Partial<OpenRequest> = {},
): Promise<{ workspace: Workspace; request: OpenRequest }> {
  const repository = request.repository ?? userRepository(files);
  const whole: OpenRequest = {
    home: scratchFolder(),
    runId: 'run-1',
    repository,
    baseCommit: userGit(repository, 'rev-parse', 'HEAD'),
    subdirectory: '',
    ...request,
  };
  return { workspace: succeeded(await openWorkspace(git, whole)).workspace, request: whole };
}

/** The success value; a refusal fails the test with its reason. */
export function succeeded<Answer extends { readonly ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (isSuccess(answer)) return answer;
  throw new Error(JSON.stringify(answer));
}

function isSuccess<Answer extends { readonly ok: boolean }>(answer: Answer): answer is Extract<Answer, { ok: true }> {
  return answer.ok;
}

/** A unified diff that turns one text of a file into another, made by git. */
export function diffOf(path: string, before: string, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmloop-diff-'));
  try {
    commitFiles(folder, { [path]: before });
    writeFiles(folder, { [path]: after });
    return `${userGit(folder, 'diff')}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function commitFiles(folder: string, files: Files, init: readonly string[] = []): void {
  userGit(folder, 'init', '--quiet', '--initial-branch=main', ...init);
  writeFiles(folder, files);
  userGit(folder, 'add', '--all', '--force');
  userGit(folder, 'commit', '--quiet', '--message=First');
}

/** The files of a small repository. */
export const smallFiles = {
  'src/main.c': 'int main(void)\n{\n  return 1;\n}\n',
  'README ä.md': 'A thermostat.\n',
  '.gitignore': 'build/\n',
};

/** A patch for the small repository, after which its program returns 0. */
export function smallPatch(): string {
  return diffOf('src/main.c', smallFiles['src/main.c'], smallFiles['src/main.c'].replace('1', '0'));
}

/** Texts of which every line is another, and of which some lines stand twice. */
export const numbered = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join('');
export const twice = 'start\nset(pin);\nwait();\nclear(pin);\nmiddle\nset(pin);\nwait();\nclear(pin);\nend\n';

/** A patch without the lines that name the content it was made on. */
export const withoutIndex = (patch: string) => patch.replace(/^index .*\n/gm, '');
/** A patch of one hunk, whose lines begin at this line of the file as it was. */
export const hunkOf = (path: string, at: number, lines: readonly string[]) => {
  const count = (sign: string) => lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).length;
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${at},${count('-')} +${at},${count('+')} @@\n${lines.join('\n')}\n`;
};
