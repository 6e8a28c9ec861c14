import type { draftPlan as contract } from '#lib/activities/task.ts';
import { draftPlan as task } from '#lib/agents/tasks/orchestrator.ts';
import { artifactOf } from '#server/store/artifacts.ts';
import type { ActivityContext } from '../context.ts';
import type { Perform } from '../perform.ts';
import { answersOf } from './answers.ts';
import { mustAnswer, notesTo } from './ask.ts';
import { taskInputOf } from './facts.ts';
import { keepPlan } from './keep-plan.ts';

/** The plan as the agent makes it from what is known; what its tools may do is ours to say. */
export const draftPlan: Perform<typeof contract> = async ({ constraints }, context) => {
  const { request } = await taskInputOf(context);
  const [answers, notes, known] = await Promise.all([answersOf(context), notesTo(context), contextText(context)]);
  return await keepPlan(
    context,
    await mustAnswer(context, task, { request, answers, constraints, context: known, notes }),
  );
};

const mostContext = 60_000;

async function contextText({ host, runId }: ActivityContext): Promise<string> {
  const hash = await artifactOf(host.pool, { runId, kind: 'analysis', name: 'context' });
  return hash === null ? '' : (await host.artifacts.get(hash)).toString('utf8').slice(0, mostContext);
}
