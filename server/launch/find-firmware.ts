import { type ConfigAnswer, parseConfig } from '#lib/config/parse.ts';
import { DomainError } from '#lib/errors.ts';
import type { LaunchChoices } from '#lib/launch/choices.ts';
import type { LaunchPlace } from '#lib/launch/loop-input.ts';
import { projectFile, readProjectFile } from '#server/activities/firmware/read-project-file.ts';
import type { Git } from '#server/workspace/git.ts';
import { importFolder } from '#server/workspace/import-folder.ts';
import { inspectRepository, type RepositoryFacts } from '#server/workspace/inspect-repository.ts';

/** A folder with firmware as a run would start on it. */
export interface Firmware extends LaunchPlace {
  readonly branch: string | null;
  /** The project file as it is written, for the machine that it names. */
  readonly text: string;
  readonly config: ConfigAnswer;
  /** What its user should know beforehand, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Looks at the folder that a launch names, or takes a snapshot of it into `home`. Throws BAD_INPUT with what to do when
 * a run cannot start there at all.
 */
export async function findFirmware(
  git: Git,
  choices: LaunchChoices,
  { home }: { home: string | undefined },
): Promise<Firmware> {
  const { folder, snapshot, ref } = choices;
  if (folder.includes('\0'))
    throw new DomainError('BAD_INPUT', 'The folder has a NUL character in its name.', {
      next: 'Give the path of a firmware project.',
    });
  if (snapshot !== true) return await committed(git, folder, ref);
  if (ref !== undefined)
    throw new DomainError('BAD_INPUT', `A snapshot of ${folder} has no ${ref}: it is the folder as it lies there.`, {
      next: 'Leave out either the snapshot or the ref.',
    });
  return await snapshotOf(git, folder, home);
}

async function committed(git: Git, folder: string, ref: string | undefined): Promise<Firmware> {
  const facts = await inspectRepository(git, folder, ref);
  if (!facts.ok) throw new DomainError('BAD_INPUT', `${facts.reason}.`, { next: facts.next });
  const { repository, subdirectory, baseCommit, branch } = facts;
  const file = await readProjectFile(git, { repository, subdirectory, commit: baseCommit });
  if (!file.found) throw new DomainError('BAD_INPUT', `${folder} cannot be launched: ${file.reason}.`);
  return {
    repository,
    subdirectory,
    baseCommit,
    branch,
    ref: ref ?? branch ?? baseCommit,
    text: file.text,
    config: file.answer,
    notes: [...notCommitted(facts), ...facts.notes.map(({ text }) => text)],
  };
}

/** A private repository with the folder's content; the same content gives the same commit. */
async function snapshotOf(git: Git, folder: string, home: string | undefined): Promise<Firmware> {
  if (home === undefined)
    throw new DomainError('UNAVAILABLE', 'Snapshots of folders need a data folder.', { next: 'Set FIRMLOOP_HOME.' });
  const inspected = await inspectRepository(git, folder);
  if (!inspected.ok && inspected.code === 'NO_SUCH_FOLDER')
    throw new DomainError('BAD_INPUT', `${inspected.reason}.`, { next: inspected.next });
  const imported = await importFolder(git, { home, folder });
  if (!imported.ok) throw new DomainError('BAD_INPUT', `${imported.reason}.`, { next: imported.next });
  const { repository, baseCommit } = imported;
  const shown = await git([`--git-dir=${repository}`, 'show', `${baseCommit}:${projectFile}`]);
  if (!shown.ok)
    throw new DomainError('BAD_INPUT', `${folder} has no ${projectFile}.`, {
      next: 'Write one: `firmloop config --schema` prints its schema.',
    });
  return {
    repository,
    subdirectory: '',
    baseCommit,
    branch: null,
    ref: baseCommit,
    isSnapshot: true,
    text: shown.stdout,
    config: parseConfig(shown.stdout),
    notes: ['the run starts on a snapshot of the folder: its result is a patch file, not a branch'],
  };
}

const namedFiles = 3;

function notCommitted({ dirty }: RepositoryFacts): string[] {
  if (dirty.length === 0) return [];
  const names = dirty.slice(0, namedFiles).map(({ path }) => path);
  const rest = dirty.length > namedFiles ? ` and ${dirty.length - namedFiles} more` : '';
  return [`not committed, so the run does not see it: ${names.join(', ')}${rest}`];
}
