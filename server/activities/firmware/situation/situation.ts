import type { Situation } from '#lib/agents/situation.ts';
import { protectedGroups } from '#lib/policy/protected.ts';
import type { AgentTask } from '#server/agents/agent.ts';
import type { ActivityContext } from '../../context.ts';
import { latestAnalysis } from '../analysis.ts';
import { inputOf } from '../run-facts.ts';
import { attemptsOf } from './attempts.ts';
import { buildErrors, failingTests } from './failing.ts';
import { precedentsFor } from './precedents.ts';
import { sourcesAround } from './sources.ts';
import { suspiciousLines } from './suspicious.ts';

const mostMessages = 5;

/**
 * What an agent is told of a run. With `evidence` the failing tests are traced for the lines they point at and the code
 * around them is read, which builds and tests the project once for each tree.
 */
export async function situationOf(
  context: ActivityContext,
  task: AgentTask,
  { evidence }: { evidence: boolean },
): Promise<Situation> {
  const [input, tests, errors, attempts, analysis] = await Promise.all([
    inputOf(context),
    failingTests(context),
    buildErrors(context),
    attemptsOf(context),
    latestAnalysis(context),
  ]);
  const suspicious = evidence ? await suspiciousLines(task) : { lines: [], lack: null };
  const places = [
    ...suspicious.lines,
    ...errors.flatMap(placeIn),
    ...(analysis?.files ?? []).map((path) => ({ path, line: null })),
    ...tests.failing.flatMap(({ place }) => (place === null ? [] : placeIn(`${place}: `))),
  ];
  const { policy } = task.bench.project;
  return {
    goal: input.goal.text,
    project: input.project,
    iteration: task.iteration,
    intent: task.intent,
    constraint: task.constraint,
    buildErrors: errors,
    ...tests,
    suspicious: suspicious.lines,
    sources: evidence ? await sourcesAround(task, places) : [],
    attempts,
    precedents: await precedentsFor(context, tests.failing),
    messages: task.messages.slice(-mostMessages).toReversed(),
    hypotheses: analysis?.hypotheses ?? [],
    allow: [...policy.allow],
    forbid: [...policy.forbid, ...protectedGroups(policy).flatMap(({ patterns }) => patterns)],
    leftOut: suspicious.lack === null ? [] : [suspicious.lack],
  };
}

/** The place at the head of a compiler's message. */
function placeIn(message: string): { path: string; line: number | null }[] {
  const [, path, line] = /^([\w./+-]+):(\d+):/.exec(message) ?? [];
  return path === undefined ? [] : [{ path: path.replace(/^\.\//, ''), line: Number(line) }];
}
