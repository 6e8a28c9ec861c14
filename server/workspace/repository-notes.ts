import type { Git } from './git.ts';
import { zeroSeparated } from './workspace-git.ts';

/** Something about a repository that does not stop a run but explains what it may meet. */
export interface RepositoryNote {
  readonly kind: 'submodules' | 'lfs' | 'shallow';
  readonly text: string;
}

/** What a person should know before starting on this commit; `at` runs git inside the repository. */
export async function repositoryNotes(
  at: Git,
  commit: string,
  { shallow }: { shallow: boolean },
): Promise<RepositoryNote[]> {
  const [modules, filters] = await Promise.all([
    at(['config', `--blob=${commit}:.gitmodules`, '-z', '--get-regexp', '^submodule\\..*\\.path$']),
    at(['grep', '-l', '-z', '--full-name', '-e', 'filter=lfs', commit, '--', ':(top,glob)**/.gitattributes'], {
      env: { GIT_LITERAL_PATHSPECS: '0' },
    }),
  ]);
  const paths = zeroSeparated(modules.stdout).map((entry) => entry.slice(entry.indexOf('\n') + 1));
  const notes: readonly (RepositoryNote | false)[] = [
    paths.length > 0 && {
      kind: 'submodules',
      text: `submodules are left empty in the run's tree: ${paths.join(', ')}`,
    },
    filters.ok && {
      kind: 'lfs',
      text: 'some files are kept in Git LFS; the run sees their pointers, not their content',
    },
    shallow && {
      kind: 'shallow',
      text: 'the clone is shallow: history before its boundary is not available to an agent',
    },
  ];
  return notes.filter((note) => note !== false);
}
