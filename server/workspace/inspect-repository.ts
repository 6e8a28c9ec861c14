import { realpath, stat } from 'node:fs/promises';
import { type Git, type GitOutcome, gitRefusal } from './git.ts';
import { type Refusal, refuse } from './refusal.ts';
import { type RepositoryNote, repositoryNotes } from './repository-notes.ts';
import { similarNames } from './similar-names.ts';
import { zeroSeparated } from './workspace-git.ts';

export interface DirtyFile {
  /** Relative to the repository's top folder. */
  readonly path: string;
  /** Git's two letters, index and tree: ` M`, `??`, `A `, and so on. */
  readonly status: string;
}

export interface RepositoryFacts {
  readonly ok: true;
  /** Top folder of the git work tree, symbolic links resolved. */
  readonly repository: string;
  /** The inspected folder relative to `repository`; empty when they are the same. */
  readonly subdirectory: string;
  /** Full hash of the commit a run starts from. */
  readonly baseCommit: string;
  /** The branch that was named or is checked out; null for a detached HEAD, a tag or a bare hash. */
  readonly branch: string | null;
  /** Changes below the inspected folder that are not committed. A run does not see them: only committed state is used. */
  readonly dirty: readonly DirtyFile[];
  readonly notes: readonly RepositoryNote[];
}

export type InspectionRefusal = Refusal<
  | 'NO_SUCH_FOLDER'
  | 'NOT_UNDER_GIT'
  | 'BARE_REPOSITORY'
  | 'INSIDE_GIT_DIRECTORY'
  | 'NO_COMMITS'
  | 'UNKNOWN_REF'
  | 'FOLDER_NOT_COMMITTED'
  | 'GIT_FAILED'
>;

/** Looks at a user's folder without changing anything in it: what would a run start from, and what should its user know? */
export async function inspectRepository(
  git: Git,
  path: string,
  ref?: string,
): Promise<RepositoryFacts | InspectionRefusal> {
  const folder = await realFolder(path);
  if (folder === null)
    return refuse('NO_SUCH_FOLDER', `${path} is not a folder on this machine`, 'Give the path of a firmware project.');
  const at: Git = (args, options) => git(args, { cwd: folder, ...options });

  const kind = await at(['rev-parse', '--is-bare-repository', '--is-inside-work-tree', '--is-shallow-repository']);
  if (!kind.ok) return notUnderGit(folder, kind);
  const [bare, insideTree, shallow] = kind.stdout.split('\n');
  if (bare === 'true')
    return refuse(
      'BARE_REPOSITORY',
      `${folder} is a bare repository: it has no files to work on`,
      'Give a clone of it instead.',
    );
  if (insideTree !== 'true')
    return refuse('INSIDE_GIT_DIRECTORY', `${folder} lies inside a .git folder`, 'Give the folder that contains .git.');

  const [top, prefix, commit] = await Promise.all([
    at(['rev-parse', '--show-toplevel']),
    at(['rev-parse', '--show-prefix']),
    at(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref ?? 'HEAD'}^{commit}`]),
  ]);
  const repository = withoutLineEnd(top.stdout);
  const subdirectory = withoutLineEnd(prefix.stdout).replace(/\/$/, '');
  if (!commit.ok) return ref === undefined ? noCommits(repository) : unknownRef(at, repository, ref);
  const baseCommit = withoutLineEnd(commit.stdout);

  const [committed, branch, dirty, notes] = await Promise.all([
    at(['cat-file', '-e', `${baseCommit}:${subdirectory}`]),
    at(
      ref === undefined
        ? ['symbolic-ref', '--quiet', 'HEAD']
        : ['rev-parse', '--symbolic-full-name', '--end-of-options', ref],
    ),
    at(['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=normal', '--', '.']),
    repositoryNotes(at, baseCommit, { shallow: shallow === 'true' }),
  ]);
  if (!committed.ok) return folderNotCommitted(folder, repository);
  if (!dirty.ok) return gitRefusal(`list the changed files of ${repository}`, dirty);
  return {
    ok: true,
    repository,
    subdirectory,
    baseCommit,
    branch: /^refs\/heads\/(.+)$/m.exec(branch.stdout)?.[1] ?? null,
    dirty: zeroSeparated(dirty.stdout).map((entry) => ({ status: entry.slice(0, 2), path: entry.slice(3) })),
    notes,
  };
}

async function realFolder(path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function notUnderGit(folder: string, outcome: GitOutcome): InspectionRefusal {
  if (!/not a git repository/.test(outcome.stderr)) return gitRefusal(`read ${folder}`, outcome);
  return refuse(
    'NOT_UNDER_GIT',
    `${folder} is not under git`,
    'Run `git init && git add -A && git commit` there, or start the run on a snapshot of the folder.',
  );
}

function noCommits(repository: string): InspectionRefusal {
  return refuse(
    'NO_COMMITS',
    `${repository} has no commit on its current branch`,
    'Commit the firmware first, or name a branch that has commits.',
  );
}

async function unknownRef(at: Git, repository: string, ref: string): Promise<InspectionRefusal> {
  const names = await at(['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/tags', 'refs/remotes']);
  const similar = similarNames(ref, names.stdout.split('\n').filter(Boolean));
  return refuse(
    'UNKNOWN_REF',
    `${repository} has no branch, tag or commit named ${ref}`,
    similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : 'See `git branch -a` and `git tag` there.',
  );
}

function folderNotCommitted(folder: string, repository: string): InspectionRefusal {
  return refuse(
    'FOLDER_NOT_COMMITTED',
    `${folder} lies inside the repository ${repository}, which does not contain it in that commit`,
    'Commit the folder, name a commit that has it, or start the run on a snapshot of the folder.',
  );
}

/** Git ends each answer with one newline; a path may itself end with more. */
function withoutLineEnd(text: string): string {
  return text.replace(/\n$/, '');
}
