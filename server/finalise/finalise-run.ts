import type { Pool } from 'pg';
import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import type { PlacedInput } from '#lib/launch/machine-launch.ts';
import { brainSessionInput } from '#lib/machines/brain-session/input.ts';
import { firmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';
import { prdAgentInput } from '#lib/machines/prd-agent/input.ts';
import { stagedWorkflowInput } from '#lib/machines/staged-workflow/input.ts';
import { taskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { finalReport } from '#lib/report/final-report.ts';
import { finalRecord } from '#lib/report/records.ts';
import { lessonsOfRun } from '#server/knowledge/lessons-of-run.ts';
import { artifactsOf, type EndedRun, recordsOf, storeReport } from '#server/store/finalise-rows.ts';
import { insertLessons } from '#server/store/knowledge-lessons.ts';
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
  const iterations = await recordsOf(pool, run.id, 'iteration');
  await insertLessons(pool, run.id, await lessonsOfRun(pool, run.id, { iterations, final }));
  const report = finalReport({
    run,
    final,
    iterations,
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
  const result = resultOf(run, final);
  if (result === null) return { branch: null, note: 'the run never had a base commit' };
  const { repository, subdirectory = '', base, best } = result;
  const workspace = locateWorkspace({ home, runId: run.id, repository, baseCommit: base, subdirectory });
  const git = createGit();
  const isSnapshot = repository.startsWith(`${importsFolder(home)}/`);
  const published =
    best === null || best === base
      ? { ok: false as const, reason: result.nothing }
      : isSnapshot
        ? { ok: false as const, reason: 'the folder is not under git: take the patch file' }
        : await publishBranch(git, workspace, { repository, commit: best });
  await removeWorkspace(git, workspace);
  return published.ok ? { branch: published.branch, note: 'the best tree' } : { branch: null, note: published.reason };
}

interface Result {
  readonly repository: string;
  readonly subdirectory?: string | undefined;
  readonly base: string;
  readonly best: string | null;
  /** Why there is no branch when there is nothing to publish. */
  readonly nothing: string;
}

/** Where a run started and what it came to, by its machine; null when it never had a base commit. */
function resultOf({ machine, input }: EndedRun, final: Json): Result | null {
  return results[machine]?.(input, final) ?? null;
}

const results: Readonly<Record<string, (input: Json, final: Json) => Result | null>> = {
  'firmware-loop'(input, final) {
    const { repository, baseCommit } = firmwareLoopInput.safeParse(input).data ?? {};
    if (repository === undefined || baseCommit === undefined) return null;
    const best = finalRecord.safeParse(final).data?.best?.commit ?? null;
    const { path, subdirectory } = repository;
    return {
      repository: path,
      subdirectory,
      base: baseCommit,
      best,
      nothing: 'nothing better than the base was found',
    };
  },
  'task-orchestrator': committedBy(taskOrchestratorInput),
  'staged-workflow': committedBy(stagedWorkflowInput),
  'prd-agent': committedBy(prdAgentInput),
  'brain-session': committedBy(brainSessionInput),
};

const lastCommit = z.object({ commit: z.string().nullable() });

/** The result of a machine whose work is the last commit that it has made. */
function committedBy(
  schema: z.ZodType<Pick<PlacedInput, 'repository'> & { readonly baseCommit: string }>,
): (input: Json, final: Json) => Result | null {
  return (input, final) => {
    const { repository, baseCommit } = schema.safeParse(input).data ?? {};
    if (repository === undefined || baseCommit === undefined) return null;
    const best = lastCommit.safeParse(final).data?.commit ?? null;
    const { path, subdirectory } = repository;
    return { repository: path, subdirectory, base: baseCommit, best, nothing: 'nothing was changed' };
  };
}
