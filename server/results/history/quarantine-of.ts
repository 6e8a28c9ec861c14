import { DomainError } from '#lib/errors.ts';
import { noQuarantine, type Quarantine, quarantinePath, readQuarantine } from '#lib/history/quarantine.ts';
import { createGit } from '#server/workspace/git.ts';

/** What a repository says about its quarantined tests; `problem` when its list cannot be read. */
export interface RepositoryQuarantine {
  readonly quarantine: Quarantine;
  readonly problem: string | null;
}

/** The list as the newest commit of a repository on this host has it; an empty one where there is none. */
export async function quarantineOf(repository: string, signal?: AbortSignal): Promise<RepositoryQuarantine> {
  const git = createGit(signal === undefined ? {} : { signal });
  if (!repository.startsWith('/')) return { quarantine: noQuarantine, problem: null };
  const shown = await git(['-C', repository, 'show', `HEAD:./${quarantinePath}`]);
  if (!shown.ok) return { quarantine: noQuarantine, problem: null };
  const read = readQuarantine(shown.stdout, today());
  return 'problem' in read
    ? { quarantine: noQuarantine, problem: `${quarantinePath}: ${read.problem}` }
    : { ...read, problem: null };
}

/** A list that somebody gives. Throws BAD_INPUT. */
export function quarantineIn(text: string, path: string): Quarantine {
  const read = readQuarantine(text, today());
  if ('quarantine' in read) return read.quarantine;
  throw new DomainError('BAD_INPUT', `${path} is no list of quarantined tests: ${read.problem}.`, {
    next: 'Write tests: with an entry of test: and because: for each.',
  });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
