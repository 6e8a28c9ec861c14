import { type Git, gitRefusal } from './git.ts';
import { readRef } from './refs.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { headRef, iterationRef, type Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

type Bundled = { readonly ok: true; readonly bytes: Buffer } | Refusal<'TOO_LARGE' | 'GIT_FAILED'>;

/**
 * Packs an iteration's commit and all it needs beyond the base commit, so that another host with the same repository can
 * rebuild it. It is made in memory; one of more than `mostBytes` is given up.
 */
export async function bundleIteration(
  git: Git,
  workspace: Workspace,
  iteration: number,
  mostBytes: number,
): Promise<Bundled> {
  const ref = iterationRef(workspace.runId, iteration);
  const what = { ref, name: ref, beyond: [workspace.baseCommit], mostBytes };
  return await bundle(git, workspace, what, `bundle iteration ${iteration}`);
}

/**
 * Packs the base commit with its history, so that a host without the repository can rebuild the run. It must be the kept
 * commit. Its name in the bundle is HEAD whatever the run, so that runs from one commit can share it. One of more than
 * `mostBytes` is given up.
 */
export async function bundleBase(git: Git, workspace: Workspace, mostBytes: number): Promise<Bundled> {
  const what = { ref: headRef(workspace.runId), name: 'HEAD', beyond: [], mostBytes };
  return await bundle(git, workspace, what, 'bundle the base commit');
}

interface Contents {
  readonly ref: string;
  /** What the ref is called in the bundle. */
  readonly name: string;
  /** Commits that whoever reads the bundle has, each with its history. */
  readonly beyond: readonly string[];
  readonly mostBytes: number;
}

/** `git bundle create` does the same with a second process and a file; its format is that of gitformat-bundle(5). */
async function bundle(
  git: Git,
  workspace: Workspace,
  { ref, name, beyond, mostBytes }: Contents,
  doing: string,
): Promise<Bundled> {
  const commit = readRef(workspace, ref);
  if (commit === null) return gitRefusal(doing, { trouble: `there is no ${ref}` });
  const lines = [...formatOf(commit), ...beyond.map((known) => `-${known}`), `${commit} ${name}`, '', ''];
  const head = Buffer.from(lines.join('\n'));
  const pack: Buffer[] = [];
  const packed = await workspaceGit(git, workspace)(PACK, {
    stdin: [...beyond.map((known) => `^${known}`), commit, ''].join('\n'),
    onStdout: (bytes) => void pack.push(bytes),
    deadlineMs: deadlines.copy,
    outputCapBytes: mostBytes - head.length,
  });
  if (packed.truncated) return refuse('TOO_LARGE', `the bundle has more than ${mostBytes} bytes`, 'Go on without it.');
  if (!packed.ok) return gitRefusal(doing, packed);
  if (isEmpty(pack)) return gitRefusal(doing, { trouble: `${commit.slice(0, 12)} has nothing beyond the base commit` });
  return { ok: true, bytes: Buffer.concat([head, ...pack]) };
}

/** What a bundle's pack is made with; one thread leaves the machine to the build that is at work meanwhile. */
const PACK = ['pack-objects', '--stdout', '--revs', '--thin', '--delta-base-offset', '--quiet', '--threads=1'];

function formatOf(commit: string): string[] {
  return commit.length === 64 ? ['# v3 git bundle', '@object-format=sha256'] : ['# v2 git bundle'];
}

/** A pack begins with `PACK`, its version and the number of its objects, as gitformat-pack(5) says. */
function isEmpty(pack: readonly Buffer[]): boolean {
  return Buffer.concat(pack, 12).readUInt32BE(8) === 0;
}
