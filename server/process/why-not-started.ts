import { stat } from 'node:fs/promises';
import type { CommandSpec } from './command.ts';
import { findProgram } from './find-program.ts';

/**
 * Tells a person why a command did not start. The system's own ENOENT does not say whether the program, its
 * interpreter or the working folder is missing, so each is looked at.
 */
export async function whyNotStarted(
  spec: Pick<CommandSpec, 'argv' | 'cwd' | 'sandbox'>,
  env: Readonly<Record<string, string>>,
  cause: unknown,
): Promise<string> {
  const program = 'shell' in spec.argv ? '/bin/sh' : spec.argv[0];
  const detail = cause instanceof Error ? cause.message : String(cause);
  const missing = await firstMissingFolder(spec);
  if (missing !== undefined) return `program "${program}" was not started: ${missing}`;
  const found = findProgram(program, spec.cwd, env.PATH ?? '');
  if (found === undefined) {
    const places = program.includes('/') ? '' : ` (looked in ${env.PATH})`;
    return `program "${program}" was not found${places}, or may not be executed; working folder ${spec.cwd}`;
  }
  return `program "${program}" (${found}) could not be started in ${spec.cwd}: ${detail}${outOfSight(detail)}`;
}

/** bwrap's words for a program, or an interpreter of it, that exists on the host but not inside. */
function outOfSight(detail: string): string {
  return detail.startsWith('bwrap: execvp')
    ? '; its sandbox does not show it: add its folder to the readable ones'
    : '';
}

async function firstMissingFolder({ cwd, sandbox }: Pick<CommandSpec, 'cwd' | 'sandbox'>): Promise<string | undefined> {
  if (!(await isFolder(cwd))) return `the working folder ${cwd} does not exist or is not a folder`;
  for (const path of sandbox === undefined ? [] : [sandbox.worktree, ...(sandbox.writable ?? [])]) {
    const exists = await stat(path).then(
      () => true,
      () => false,
    );
    if (!exists) return `the writable path ${path} of its sandbox does not exist`;
  }
  return undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
