import type { runTests as contract } from '#lib/activities/testing.ts';
import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import { unfinishedTest } from '#lib/results/unfinished.ts';
import type { Environment, Part, TargetEnd } from '#server/environments/environment.ts';
import { badEnd, describeBadEnd, isWorthRetracing, withScene } from '#server/environments/finding.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { parserOfOutput } from '#server/results/parser-of-output.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { builtTree } from './built-tree.ts';
import { keepEvidence } from './keep-evidence.ts';
import { type MeasuredPart, storeMeasurement } from './measured-part.ts';
import { isMeasuredByCommand, metricsOfOutput } from './metrics.ts';
import { noteBoardFailed, noteBoardWorked } from './note-board.ts';
import { removeOldResults } from './read-results.ts';
import { configOf } from './run-facts.ts';
import { environmentOfRun } from './site.ts';

/** How the end of a part counts: `crashed` says nothing of the firmware. */
type Ended = 'exited' | 'timeout' | 'crashed';

interface RunPart {
  readonly measured: MeasuredPart;
  readonly outcome: CommandOutcome;
  readonly ended: Ended;
  readonly metrics: Record<string, number | null>;
}

export const runTests: Perform<typeof contract> = async ({ attempt }, context) => {
  const config = await configOf(context);
  const { workspace } = await builtTree(context);
  const environment = await environmentOfRun(context, config, workspace);
  if (environment.takesBoard) await context.confirmed;
  const ran: RunPart[] = [];
  for (const part of environment.parts) {
    ran.push(await runPart(context, { config, part, workspace, attempt }));
    if (context.signal.aborted) break;
  }
  const parts = ran.map(({ measured }) => measured);
  const metrics = Object.assign({}, ...ran.map((one) => one.metrics));
  const isWhole = parts.every(({ parsed }) => parsed !== null) && !isMeasuredByCommand(config);
  await storeMeasurement(context, 'ran', { attempt, activityId: context.activityId, parts, metrics, isWhole });
  const worst =
    ran.find(({ ended }) => ended !== 'exited') ??
    ran.find(({ measured }) => measured.finding !== null) ??
    ran.find(({ outcome }) => outcome.exitCode !== 0) ??
    ran.at(-1);
  if (environment.takesBoard) await noteBoard(context, worst);
  const hung = parts.map((part) => part.parsed && unfinishedTest(part.parsed.cases)).find((test) => test);
  return {
    ended: worst?.ended ?? 'crashed',
    exitCode: worst?.outcome.exitCode ?? null,
    hungTest: hung?.name.slice(0, 200) ?? null,
    boardMinutes: boardMinutes(environment, ran),
    logId: context.activityId,
    reason: oneSentence(worst?.measured.finding ?? worst?.outcome.reason ?? 'no test command was run'),
    durationMs: Math.round(ran.reduce((sum, { outcome }) => sum + outcome.durationMs, 0)),
  };
};

/** A board that broke down under the tests is told from one that ran them, whatever they said. */
async function noteBoard(context: ActivityContext, worst: RunPart | undefined): Promise<void> {
  if (context.signal.aborted || worst === undefined) return;
  if (worst.ended === 'crashed') await noteBoardFailed(context, worst.measured.finding ?? worst.outcome.reason);
  else await noteBoardWorked(context);
}

/** Time that a board of the farm was used; the runner and its emulators cost none. */
function boardMinutes({ takesBoard }: Environment, ran: readonly RunPart[]): number {
  const durationMs = ran.reduce((sum, { outcome }) => sum + outcome.durationMs, 0);
  return takesBoard ? Math.round(durationMs / 600) / 100 : 0;
}

interface PartToRun {
  readonly config: FirmwareLoopConfig;
  readonly part: Part;
  readonly workspace: Workspace;
  readonly attempt: number;
}

async function runPart(context: ActivityContext, { config, part, workspace, attempt }: PartToRun): Promise<RunPart> {
  const results = part.results ?? config.results;
  await removeOldResults(workspace, results, context.mayChangeTree);
  const parser = parserOfOutput(results, part.name);
  const numbers = metricsOfOutput(config);
  const end = await part.run({
    outputCapBytes: config.limits.log_size,
    say: (text) => context.log.say(text),
    onBytes(stream, bytes) {
      if (stream !== 'emulator') {
        parser?.push(stream, bytes);
        numbers.push(stream, bytes);
      }
      return context.log.write(stream, bytes);
    },
  });
  const { outcome } = end;
  const parsed = parser?.end(outcome) ?? null;
  const kind = badEnd(end, parsed);
  const target = await lookedAt(part, end.target, isWorthRetracing(kind, end));
  const finding = kind === null || target === undefined ? null : describeBadEnd(kind, { outcome, target });
  if (finding !== null) context.log.say(finding);
  const files = [...(finding === null ? [] : (target?.scene.files ?? [])), ...(end.evidence ?? [])];
  const evidence = await keepEvidence(context, { files, attempt, part: part.name });
  const { exitCode, endedBy, signal, durationMs } = outcome;
  return {
    measured: { name: part.name, end: { exitCode, endedBy, signal }, durationMs, parsed, finding, evidence },
    outcome,
    ended: kind === 'broken' ? 'crashed' : endings[endedBy],
    metrics: numbers.end(),
  };
}

async function lookedAt(part: Part, target: TargetEnd | undefined, again: boolean): Promise<TargetEnd | undefined> {
  if (target === undefined || !again || part.retrace === undefined) return target;
  return withScene(target, await part.retrace());
}

/** A test program that cannot be started was not built or is misspelt: that is no trouble of the environment, and no result. */
const endings = {
  exit: 'exited',
  signal: 'exited',
  'output-cap': 'exited',
  deadline: 'timeout',
  silence: 'timeout',
  cancelled: 'crashed',
  'not-started': 'exited',
} as const satisfies Record<CommandOutcome['endedBy'], Ended>;
