import { type GitSteps, gitSteps } from './git-steps.ts';
import type { RestoredFile } from './restore-protected.ts';
import { zeroSeparated } from './workspace-git.ts';

/** What a tree differs in from a commit, by paths from the root of the repository. */
export interface Differences {
  /** Known to the commit or the index, and what putting the path back to the commit means. */
  readonly tracked: ReadonlyMap<string, RestoredFile['change']>;
  /** What git does not know at all; ignored files are left out, a folder with its own `.git` ends in a slash. */
  readonly untracked: readonly string[];
}

/** Lists them, in the form of `readDifferences`. */
export function listDifferences(commit: string): GitSteps {
  return gitSteps(`commit="$1"\n${LIST}`, [commit]);
}

/** The same after `git` was run with these arguments. */
export function differencesAfter(commit: string, args: readonly string[]): GitSteps {
  return gitSteps(`commit="$1"; shift; git "$@"\n${LIST}`, [commit, ...args]);
}

/**
 * Those of the tree from the index, listed while `git` runs with these arguments and then these steps, neither of which may
 * change what is looked for. What the index differs in from a commit is left out: only Firmloop's own git writes the index of a
 * run, which lies outside of what a sandbox lets a command see.
 */
export function differencesBeside(args: readonly string[], steps: string): GitSteps {
  const script = `
  { ${LIST_TREE}
  } &
  listing=$!
  git "$@"
  { ${steps}
  } || :
  wait "$listing"`;
  return gitSteps(script, args);
}

/** A lone `-`, then tree against index as paths after a letter and a blank. */
const LIST_TREE = `
  printf -- '-\\0'
  git ls-files -t -z --others --modified --deleted --exclude-standard`;

/** Index against commit as pairs of a letter and a path, then the tree. */
const LIST = `
  git diff-index --cached --no-renames --name-status -z "$commit"${LIST_TREE}`;

export function readDifferences(listing: string): Differences {
  const entries = zeroSeparated(listing);
  const tracked = new Map<string, RestoredFile['change']>();
  const untracked: string[] = [];
  let at = 0;
  for (; at < entries.length && entries[at] !== '-'; at += 2)
    tracked.set(entries[at + 1] ?? '', entries[at] === 'A' ? 'removed' : 'restored');
  for (const entry of entries.slice(at + 1)) {
    const path = entry.slice(2);
    if (entry.startsWith('? ')) untracked.push(path);
    else if (!tracked.has(path)) tracked.set(path, 'restored');
  }
  return { tracked, untracked };
}
