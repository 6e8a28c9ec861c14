import { lstatSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { locksOf, removeLocks } from './locks.ts';
import { unsettled } from './marks.ts';
import { isProvisional, takeProvisionalBack } from './provisional.ts';
import { type Refusal, refuse } from './refusal.ts';
import { fillStore, type IterationBundle } from './store.ts';
import { deadlines } from './tunables.ts';
import { baseRef, headRef, isRunId, locateWorkspace, type Workspace, type WorkspaceKey } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

export interface OpenRequest extends WorkspaceKey {
  /** Iterations that another host made; used only when the workspace has to be set up here. */
  readonly bundles?: readonly IterationBundle[];
  /** The commit to set up at; by default the one that was kept last, else the base. Ignored when nothing has to be set up. */
  readonly at?: string;
  /** Nothing is set up or repaired before. */
  readonly changesAfter?: PromiseLike<void>;
}

export interface OpenedWorkspace {
  readonly ok: true;
  readonly workspace: Workspace;
  /** `reused`: exactly as it was left, uncommitted changes included. `made` and `repaired`: at the wanted commit, anything uncommitted is gone. */
  readonly state: 'reused' | 'made' | 'repaired';
  /** Why it was made or repaired, in a few words. */
  readonly because: string;
}

/**
 * Opens a run's workspace; every step that works in it begins here. Nothing is started when it is whole. When it is
 * missing on this host, was never finished, or holds the lock of a git command that was killed, it is set up at the wanted commit. A
 * patch that the run has not asked for in the end is taken back.
 */
export async function openWorkspace(
  git: Git,
  request: OpenRequest,
): Promise<
  OpenedWorkspace | Refusal<'BAD_RUN_ID' | 'BASE_MISSING' | 'COMMIT_MISSING' | 'FOLDER_MISSING' | 'GIT_FAILED'>
> {
  if (!isRunId(request.runId))
    return refuse('BAD_RUN_ID', `${request.runId} cannot be a run's id`, 'Use letters, digits, - and _ only.');
  const workspace = locateWorkspace(request);
  if (isProvisional(workspace) && recordOf(workspace) !== null) {
    await request.changesAfter;
    const back = await takeProvisionalBack(git, workspace);
    if (!back.ok) return back;
  }
  const damage = damageOf(workspace);
  if (damage === null) return { ok: true, workspace, state: 'reused', because: 'whole' };

  await request.changesAfter;
  await clearTraces(workspace);
  await makeFolders(workspace);
  const filled = await fillStore(git, workspace, { repository: request.repository, bundles: request.bundles ?? [] });
  if (!filled.ok) return filled;
  const placed = await checkOut(git, workspace, request.at);
  if (!placed.ok) return placed;
  if (kindOf(workspace.directory) !== 'folder')
    return refuse(
      'FOLDER_MISSING',
      `commit ${placed.commit.slice(0, 12)} has no folder ${workspace.subdirectory}`,
      'Start from a commit that has the folder.',
    );
  await writeAgentGit(workspace, placed.commit);
  unsettled.clear(workspace);
  await writeFile(recordFile(workspace), record(workspace));
  return { ok: true, workspace, state: damage === NEVER_SET_UP ? 'made' : 'repaired', because: damage };
}

/** Whether a workspace was ever set up whole on this host; it may have been harmed since. */
export function isSetUp(workspace: Workspace): boolean {
  return !isMissing(recordFile(workspace), 'file');
}

/**
 * Why a tree with work that no commit holds cannot be gone on with; null when it can. It is used exactly as it lies there:
 * setting it up anew would lose that work. Locks of a git command that was killed are taken away, what it wrote is whole.
 */
export async function damageBesideLocks(workspace: Workspace): Promise<string | null> {
  await removeLocks(workspace);
  return damageOf(workspace);
}

const NEVER_SET_UP = 'not set up on this host';

/**
 * What keeps the workspace from being used as it is; null when nothing does. Every activity asks, so it is asked at once: the
 * system knows the answers by heart, and a dozen ways through the thread pool took ten times as long.
 */
function damageOf(workspace: Workspace): string | null {
  const kept = recordOf(workspace);
  if (kept === null) return NEVER_SET_UP;
  if (kept !== record(workspace)) return 'set up for another commit or folder';
  if (isMissing(workspace.store, 'folder')) return 'the copy of the repository is gone';
  if (isMissing(workspace.directory, 'folder')) return 'the tree is gone';
  if (isMissing(join(workspace.gitFolder, 'index'), 'file')) return 'the index is gone';
  if (unsettled.isSet(workspace)) return 'a patch was left without its commit';
  return locksOf(workspace).length > 0 ? 'a git command was killed half-way' : null;
}

/** Removes what an earlier, unfinished use left: the record, locks of the run, and whatever stands in the tree's place. */
async function clearTraces(workspace: Workspace): Promise<void> {
  const blocked = isMissing(workspace.root, 'folder') ? [workspace.root] : [];
  for (const path of [recordFile(workspace), ...locksOf(workspace), ...blocked])
    await rm(path, { recursive: true, force: true });
}

async function makeFolders({ root, gitFolder, store, runId }: Workspace): Promise<void> {
  await Promise.all([root, gitFolder].map((folder) => mkdir(folder, { recursive: true })));
  await writeFile(join(gitFolder, 'HEAD'), `ref: ${headRef(runId)}\n`);
  await writeFile(join(gitFolder, 'commondir'), `${store}\n`);
}

async function checkOut(
  git: Git,
  workspace: Workspace,
  at: string | undefined,
): Promise<{ ok: true; commit: string } | Refusal<'COMMIT_MISSING' | 'GIT_FAILED'>> {
  const inTree = workspaceGit(git, workspace);
  const wanted = await findCommit(
    inTree,
    at === undefined ? [headRef(workspace.runId), baseRef(workspace.runId)] : [at],
  );
  if (wanted === null)
    return refuse(
      'COMMIT_MISSING',
      `commit ${at ?? workspace.baseCommit} is not in the copy on this host`,
      'Open the workspace with the bundle of its iteration.',
    );
  const fill = () => inTree(['read-tree', '--reset', '-u', wanted], { deadlineMs: deadlines.copy });
  const filled = await fill();
  if (!filled.ok) {
    // An index that cannot be read is made anew; that costs fresh time stamps, and so a full build, on every file.
    await rm(join(workspace.gitFolder, 'index'), { force: true });
    const again = await fill();
    if (!again.ok) return gitRefusal(`check out ${wanted.slice(0, 12)}`, again);
  }
  const [cleaned, kept] = await Promise.all([
    inTree(['clean', '-ffdq'], { deadlineMs: deadlines.copy }),
    inTree(['update-ref', headRef(workspace.runId), wanted]),
  ]);
  if (!cleaned.ok) return gitRefusal(`clean ${workspace.root}`, cleaned);
  return kept.ok ? { ok: true, commit: wanted } : gitRefusal('record the kept commit', kept);
}

async function findCommit(inTree: Git, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const found = await inTree(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    if (found.ok) return found.stdout.trim();
  }
  return null;
}

/** Written last: without it a set-up was not finished. */
function recordFile(workspace: Workspace): string {
  return join(workspace.folder, 'workspace.json');
}

function record({ store, baseCommit, subdirectory }: Workspace): string {
  return `${JSON.stringify({ store, baseCommit, subdirectory })}\n`;
}

function recordOf(workspace: Workspace): string | null {
  try {
    return readFileSync(recordFile(workspace), 'utf8');
  } catch {
    return null;
  }
}

function isMissing(path: string, kind: 'folder' | 'file'): boolean {
  return kindOf(path) !== kind;
}

function kindOf(path: string): 'folder' | 'file' | 'other' | null {
  const found = lstatOf(path);
  if (found === null) return null;
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
}

function lstatOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
