import { createHash } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { problemLines } from '#lib/launch/problem-lines.ts';
import { taskOrchestratorInput } from '#lib/machines/task-orchestrator/input.ts';
import { outlineOf } from '#lib/tasks/outline.ts';
import type { Plan } from '#lib/tasks/plan.ts';
import { readPlan } from '#lib/tasks/plan-text.ts';
import type { ArtifactStore } from '#server/artifacts/artifact-store.ts';
import type { Engine } from '#server/engine/engine.ts';
import { refuseUnmovable } from '#server/engine/refuse-unmovable.ts';
import { send } from '#server/engine/send.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { runInput } from '#server/store/run-input.ts';

/** A person's edit of the plan that waits for a yes. */
export interface PlanEdit {
  readonly runId: string;
  readonly commandId: string;
  /** The plan that was edited, by its hash. */
  readonly planId: string;
  /** The whole plan, YAML. */
  readonly text: string;
  readonly by: string;
  readonly reason: string;
}

/**
 * Checks an edited plan, stores it and gives it to the run in place of the one that was shown. Throws BAD_INPUT that lists
 * every problem with its line, or REFUSED when the run no longer waits with that plan.
 */
export async function editPlan(
  { engine, artifacts }: { engine: Engine; artifacts: ArtifactStore },
  { runId, commandId, planId, text, by, reason }: PlanEdit,
): Promise<{ readonly planId: string }> {
  await refuseUnmovable(engine, runId);
  const read = readPlan(text);
  if (!read.ok) throw notAPlan(problemLines(read.problems, 'plan'));
  const key = `command:${commandId}`;
  const made = new Date(await databaseTime(engine.pool)).toISOString();
  const plan: Plan = { ...read.draft, plan_id: idOf(runId, commandId), created_at: made };
  const hash = await artifacts.putJson(
    { runId, iteration: 0, activityId: null, kind: 'plan', name: `plan-${plan.plan_id}` },
    JSON.parse(JSON.stringify(plan)) as Json,
  );
  const input = taskOrchestratorInput.safeParse(await runInput(engine.pool, runId));
  const outlined = outlineOf(
    hash,
    read.draft,
    Object.values(input.data?.verify ?? {}).filter((one) => one !== undefined),
  );
  if (!outlined.ok) throw notAPlan([outlined.reason]);
  const payload = { by, reason, planId, plan: JSON.parse(JSON.stringify(outlined.outline)) as Json };
  const sent = await send(engine, runId, { type: 'PLAN_EDITED', payload, key, actor: by });
  if (sent.fate !== 'refused') return { planId: hash };
  throw new DomainError('REFUSED', `The plan was not changed: ${sent.reason ?? 'the run does not take it now'}.`, {
    next: 'A plan is changed while it waits for a yes and has changed nothing yet; look at the plan as it is now.',
  });
}

function notAPlan(lines: readonly string[]): DomainError {
  return new DomainError('BAD_INPUT', ['The plan was not changed:', ...lines.map((line) => `  ${line}`)].join('\n'));
}

/** The same press of a button gives the same plan. */
function idOf(runId: string, commandId: string): string {
  return createHash('sha256').update(`${runId} ${commandId}`).digest('hex').slice(0, 32);
}
