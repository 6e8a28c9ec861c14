import { differencesAfter, differencesBeside } from './differences.ts';
import type { Git, GitOutcome } from './git.ts';
import type { GitSteps } from './git-steps.ts';
import { type ReadPatch, writePatch } from './read-patch.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

/** A patch and the way git is asked to apply it. */
export interface PatchPlan extends Pick<ReadPatch, 'files' | 'encoding'> {
  readonly threeWay: boolean;
}

export interface TryOptions {
  /** `check` writes nothing. `reverse` checks that the patch could be taken back, that is, that it is applied. */
  readonly mode: 'check' | 'reverse' | 'write';
  /**
   * What is done in the same breath once the patch is written; whether that succeeded shows in what it leaves. Only for a
   * patch that touches nothing of what the differences are asked for, as they are listed meanwhile.
   */
  readonly beside?: Beside;
}

/** Steps in the shell's language with what they are given. */
export interface Beside {
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes back what began beside them, where the patch was not written. */
  undo(): Promise<void>;
}

const modes = { check: ['--check'], reverse: ['--check', '--reverse'], write: [] } as const satisfies Record<
  TryOptions['mode'],
  readonly string[]
>;

/**
 * Hands a patch to `git apply` on tree and index together. Verbose, since only that tells where each hunk fitted. When it
 * was written, stdout lists what the tree now differs in from the base commit, or from the index where something is done beside.
 */
export async function tryPatch(
  git: Git,
  workspace: Workspace,
  plan: PatchPlan,
  { mode, beside }: TryOptions,
): Promise<GitOutcome> {
  const args = [
    'apply',
    '--index',
    '--verbose',
    '--whitespace=nowarn',
    ...modes[mode],
    ...(plan.threeWay ? ['--3way'] : []),
    ...(workspace.subdirectory === '' ? [] : [`--directory=${workspace.subdirectory}`]),
  ];
  const what = mode === 'write' ? writing(workspace, args, beside) : args;
  const stdin = writePatch(plan);
  const apply = () => workspaceGit(git, workspace)(what, { stdin, ...(beside && { env: beside.env }) });
  const outcome = await apply();
  if (outcome.ok || !outcome.stderr.includes('does not match index')) return outcome;
  // A file that was only touched, by a build for instance, looks changed until its content is compared.
  await workspaceGit(git, workspace)(['update-index', '-q', '--refresh']);
  return await apply();
}

function writing({ baseCommit }: Workspace, args: readonly string[], beside: Beside | undefined): GitSteps {
  return beside ? differencesBeside(args, beside.script) : differencesAfter(baseCommit, args);
}
