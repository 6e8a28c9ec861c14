import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { finalReport } from '#lib/report/final-report.ts';
import { finalRecord } from '#lib/report/records.ts';
import { artifactsOf, type EndedRun, recordsOf, storeReport } from '#server/store/finalise-rows.ts';
import { activityLogs } from '#server/store/pages/logs.ts';
import { storable } from '#server/store/storable.ts';
import { storedTransitions } from '#server/store/stored-transitions.ts';
import { createGit } from '#server/workspace/git.ts';
import { importsFolder } from '#server/workspace/import-folder.ts';
import { publishBranch } from '#server/workspace/publish-branch.ts';
import { removeWorkspace } from '#server/workspace/remove-workspace.ts';
import { locateWorkspace } from '#server/workspace/workspace.ts';

/**
 * Wraps an ended run up: its best tree becomes a branch of the user's repository, its report is stored, its worktree goes.
 * Doing it twice changes nothing, and nothing of it can change how the run ended.
 */
export async function finaliseRun(pool: Pool, home: string, run: EndedRun): Promise<void> {
  const [final = null] = await recordsOf(pool, run.id, 'final');
  const published = await publishBest(home, run, final);
  const report = finalReport({
    run,
    final,
    iterations: await recordsOf(pool, run.id, 'iteration'),
    transitions: await storedTransitions(pool, run.id),
    artifacts: await artifactsOf(pool, run.id),
    logs: (await activityLogs(pool, run.id)).map(({ iteration, name, activityId, bytes }) => ({
      iteration,
      activity: name,
      activity_id: activityId,
      bytes,
    })),
    branch: published.branch,
  });
  await storeReport(pool, run.id, storable({ ...report, branch_note: published.note } as unknown as Json));
}

async function publishBest(home: string, run: EndedRun, final: Json): Promise<{ branch: string | null; note: string }> {
  const input = firmwareLoopInput.safeParse(run.input);
  const known = finalRecord.safeParse(final);
  const base = input.data?.baseCommit;
  if (!input.success || base === undefined) return { branch: null, note: 'the run never had a base commit' };
  const { repository } = input.data;
  const workspace = locateWorkspace({
    home,
    runId: run.id,
    repository: repository.path,
    baseCommit: base,
    subdirectory: repository.subdirectory ?? '',
  });
  const git = createGit();
  const best = known.data?.best?.commit ?? null;
  const isSnapshot = repository.path.startsWith(`${importsFolder(home)}/`);
  const published =
    best === null || best === base
      ? { ok: false as const, reason: 'nothing better than the base was found' }
      : isSnapshot
        ? { ok: false as const, reason: 'the folder is not under git: take the patch file' }
        : await publishBranch(git, workspace, { repository: repository.path, commit: best });
  await removeWorkspace(git, workspace);
  return published.ok ? { branch: published.branch, note: 'the best tree' } : { branch: null, note: published.reason };
}
