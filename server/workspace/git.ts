import { randomUUID } from 'node:crypto';
import { captureCommand } from '#server/process/capture-command.ts';
import type { GitSteps } from './git-steps.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deadlines, graceMs, outputCapBytes as usualCapBytes } from './tunables.ts';

export interface GitOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Buffer;
  readonly deadlineMs?: number;
  /** What git may print before it is stopped, in bytes. */
  readonly outputCapBytes?: number;
  /** Receives what git prints on stdout, for output that is no text; the outcome's `stdout` is empty then. */
  readonly onStdout?: (bytes: Buffer) => void;
}

export interface GitOutcome {
  /** Git exited with 0. */
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** A limit, a cancellation or a signal ended git: its silence says nothing about the repository. */
  readonly stopped: boolean;
  /** It printed more than it may, and what it printed was cut off. */
  readonly truncated: boolean;
  /** Why git did not exit with 0, in a few words: its own last message, or how it was ended. */
  readonly trouble: string;
}

/** Runs git with the given arguments, or several steps of it, in a closed environment: no system or user settings, no hooks, no prompts, no pager. */
export type Git = (what: readonly string[] | GitSteps, options?: GitOptions) => Promise<GitOutcome>;

/** The only place that starts git. Aborting `signal` ends whatever git command is running; who used it answers `GIT_FAILED`. */
export function createGit({ signal }: { signal?: AbortSignal } = {}): Git {
  return async (what, options = {}) => {
    const { cwd = '/', env = {}, stdin = 'closed', deadlineMs = deadlines.look } = options;
    const { outputCapBytes = usualCapBytes, onStdout } = options;
    const { outcome, stdout, stderr } = await captureCommand(
      {
        argv: 'script' in what ? ['sh', '-ec', what.script, 'git', ...what.args] : ['git', ...what],
        cwd,
        env: { ...environment, ...env },
        deadlineMs,
        outputCapBytes,
        graceMs,
        stdin,
        // One marker per command: what carries a marker is killed when its command ends, and git commands run side by side.
        marker: `git-${randomUUID()}`,
        staysInGroup: true,
      },
      { ...(signal && { signal }), ...(onStdout && { onStdout }) },
    );
    const stopped = outcome.endedBy !== 'exit';
    return {
      ok: !stopped && outcome.exitCode === 0,
      stopped,
      truncated: outcome.truncated,
      stdout,
      stderr,
      trouble: stopped ? outcome.reason : lastMessage(stderr, outcome.exitCode),
    };
  };
}

/** The answer to a git command that should have worked. */
export function gitRefusal(doing: string, outcome: Pick<GitOutcome, 'trouble'>): Refusal<'GIT_FAILED'> {
  return refuse(
    'GIT_FAILED',
    `git could not ${doing}: ${outcome.trouble}`,
    'Check free space and permissions of the folder it names, then retry the step.',
  );
}

/** How the other side of a transfer is started in a user's repository: git drops our settings there, and no hook of theirs may run. */
export const otherSide = {
  fetch: '--upload-pack=git -c safe.directory=* upload-pack',
  push: '--receive-pack=git -c safe.directory=* -c core.hooksPath=/dev/null -c receive.autogc=false receive-pack',
} as const;

const settings = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.autocrlf': 'false',
  'core.quotepath': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'protocol.ext.allow': 'never',
  // Repositories are named by the user of the run and may belong to another account than the runner's.
  'safe.directory': '*',
  // Clean-up would compete with other runs on the same store, and what refs keep must stay.
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // Always a pack, never loose objects: a transfer cut off half-way then leaves nothing behind.
  'transfer.unpackLimit': '1',
  'submodule.recurse': 'false',
} as const;

const environment = {
  ...inEnvironment(settings),
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  // Looking at a user's repository must not refresh its index.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_AUTHOR_NAME: 'Firmloop',
  GIT_AUTHOR_EMAIL: 'firmloop@localhost',
  GIT_COMMITTER_NAME: 'Firmloop',
  GIT_COMMITTER_EMAIL: 'firmloop@localhost',
} as const;

function lastMessage(stderr: string, exitCode: number | null): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const told = lines.findLast((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1);
  return told?.replace(/^(fatal|error): /, '') ?? `exit code ${exitCode}`;
}

/** Settings where every git of a script finds them, as git-config(1) says; an option `-c` counts more. */
function inEnvironment(all: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(all).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(Object.keys(all).length) };
}
