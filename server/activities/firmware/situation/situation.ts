import { z } from 'zod';
import type { Situation } from '#lib/agents/situation.ts';
import { protectedGroups } from '#lib/policy/protected.ts';
import type { AgentTask } from '#server/agents/agent.ts';
import type { ActivityContext } from '../../context.ts';
import { filedRecords } from '../../filed.ts';
import { latestAnalysis } from '../analysis.ts';
import { inputOf } from '../run-facts.ts';
import { attemptsOf } from './attempts.ts';
import { buildErrors, failingTests } from './failing.ts';
import { logsFor } from './logs.ts';
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
  { evidence, strategy }: { evidence: boolean; strategy: string },
): Promise<Situation> {
  const [input, tests, errors, logs, attempts, analysis, slow] = await Promise.all([
    inputOf(context),
    failingTests(context),
    buildErrors(context),
    logsFor(context),
    attemptsOf(context),
    latestAnalysis(context),
    slowWarning(context),
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
    approach: input.strategies.find(({ name }) => name === strategy)?.approach ?? 'usual',
    constraint: task.constraint,
    buildErrors: errors,
    ...tests,
    suspicious: suspicious.lines,
    sources: evidence ? await sourcesAround(task, places) : [],
    logs,
    attempts,
    precedents: await precedentsFor(context, tests.failing),
    messages: [...slow, ...task.messages.slice(-mostMessages).toReversed()],
    hypotheses: analysis?.hypotheses ?? [],
    allow: [...policy.allow],
    forbid: [...policy.forbid, ...protectedGroups(policy).flatMap(({ patterns }) => patterns)],
    leftOut: suspicious.lack === null ? [] : [suspicious.lack],
  };
}

const warning = z.object({ iteration: z.number(), reason: z.string() });

/** That improvement is slow, while that is so. */
async function slowWarning(context: ActivityContext): Promise<string[]> {
  const warnings = await filedRecords(context, 'warning');
  const last = warnings
    .flatMap((data) => warning.safeParse(data).data ?? [])
    .find((one) => one.iteration === context.iteration - 1);
  return last === undefined ? [] : [`the loop warns that improvement is slow, so try something else: ${last.reason}`];
}

/** The place at the head of a compiler's message. */
function placeIn(message: string): { path: string; line: number | null }[] {
  const [, path, line] = /^([\w./+-]+):(\d+):/.exec(message) ?? [];
  return path === undefined ? [] : [{ path: path.replace(/^\.\//, ''), line: Number(line) }];
}
