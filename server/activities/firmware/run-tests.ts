import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { runTests as contract } from '#lib/activities/testing.ts';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { unfinishedTest } from '#lib/results/unfinished.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { filesMatching } from './files-matching.ts';
import { type MeasuredPart, storeMeasurement } from './measured-part.ts';
import { parserOfOutput } from './parser-of-output.ts';
import { configOf, inputOf } from './run-facts.ts';
import { runLogged } from './run-logged.ts';
import { type TestPart, type TestPlan, testPlan } from './test-parts.ts';
import { openTree } from './workspace.ts';

export const runTests: Perform<typeof contract> = async ({ attempt }, context) => {
  const [config, input] = await Promise.all([configOf(context), inputOf(context)]);
  const { workspace } = await openTree(context);
  const plan = testPlan(config, input.environment);
  const parts: MeasuredPart[] = [];
  const outcomes: CommandOutcome[] = [];
  for (const part of plan.parts) {
    const { measured, outcome } = await runPart(context, {
      plan,
      part,
      workspace,
      outputCapBytes: config.limits.log_size,
    });
    parts.push(measured);
    outcomes.push(outcome);
    if (context.signal.aborted) break;
  }
  await storeMeasurement(context, attempt, { activityId: context.activityId, parts, metrics: {} });
  const worst =
    outcomes.find((one) => endings[one.endedBy] !== 'exited') ??
    outcomes.find((one) => one.exitCode !== 0) ??
    outcomes.at(-1);
  const hung = parts.map((part) => part.parsed && unfinishedTest(part.parsed.cases)).find((test) => test);
  return {
    ended: worst === undefined ? 'crashed' : endings[worst.endedBy],
    exitCode: worst?.exitCode ?? null,
    hungTest: hung?.name.slice(0, 200) ?? null,
    boardMinutes: 0,
    logId: context.activityId,
    reason: oneSentence(worst?.reason ?? 'no test command was run'),
    durationMs: Math.round(outcomes.reduce((sum, one) => sum + one.durationMs, 0)),
  };
};

/** How the end of a command counts: only a command that could not be started says nothing of the firmware. */
const endings = {
  exit: 'exited',
  signal: 'exited',
  'output-cap': 'exited',
  deadline: 'timeout',
  silence: 'timeout',
  cancelled: 'crashed',
  'not-started': 'crashed',
} as const satisfies Record<CommandOutcome['endedBy'], string>;

async function runPart(
  context: ActivityContext,
  {
    plan,
    part,
    workspace,
    outputCapBytes,
  }: { plan: TestPlan; part: TestPart; workspace: Workspace; outputCapBytes: number },
): Promise<{ measured: MeasuredPart; outcome: CommandOutcome }> {
  await removeOldResults(workspace, part.results);
  const parser = parserOfOutput(part.results, part.name);
  const outcome = await runLogged(context, {
    command: part.command,
    workspace,
    env: plan.env,
    deadlineMs: plan.timeoutMs,
    silenceMs: plan.silenceMs,
    outputCapBytes,
    onBytes: (_stream, bytes) => parser?.push(bytes),
  });
  const { exitCode, endedBy, signal, durationMs } = outcome;
  const measured = {
    name: part.name,
    end: { exitCode, endedBy, signal },
    durationMs,
    parsed: parser?.end(outcome) ?? null,
  };
  return { measured, outcome };
}

/** A report that an earlier run left must never be taken for this one's. */
async function removeOldResults(workspace: Workspace, results: ResultsConfig): Promise<void> {
  const files = results.from === 'file' ? await filesMatching(workspace.directory, results.files) : [];
  const golden = results.format === 'golden' ? (results.pairs ?? []).map((pair) => pair.actual) : [];
  for (const file of [...files, ...golden]) await rm(join(workspace.directory, file), { force: true });
}
