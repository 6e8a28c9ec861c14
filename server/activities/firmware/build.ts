import type { build as contract } from '#lib/activities/build.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { parserFor } from '#server/syntax/parse.ts';
import { unbuilt } from '#server/workspace/marks.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { createDiagnostics, type DiagnosticSummary } from './diagnostics.ts';
import { missingProgram } from './programs.ts';
import { configOf } from './run-facts.ts';
import { runLogged, shown } from './run-logged.ts';
import { rememberWarnedFiles, renewWarnedFiles } from './warned-files.ts';
import { treeAt } from './workspace.ts';

export const build: Perform<typeof contract> = async ({ iteration, commit }, context) => {
  const config = await configOf(context);
  const tree = await treeAt(context, commit);
  const { workspace } = tree;
  await renewWarnedFiles(context, tree);
  const diagnostics = createDiagnostics();
  // While the base is built there is time to load what the first proposal is read with.
  if (iteration === 0) void parserFor('main.c').catch(() => undefined);
  const outcome = await runLogged(context, {
    command: config.build.command,
    workspace,
    env: config.build.env,
    deadlineMs: config.build.timeout,
    silenceMs: config.build.silence,
    outputCapBytes: config.limits.log_size,
    again: true,
    onBytes: (stream, bytes) => diagnostics.push(bytes, stream),
  });
  const found = diagnostics.end();
  const stored = context.host.artifacts.putJson(
    { runId: context.runId, iteration, kind: 'build', name: 'build', activityId: context.activityId },
    {
      ok: succeeded(outcome),
      commit,
      ...found,
      messages: found.messages.map((message) => ({ ...message })),
      command: shown(config.build.command),
      exitCode: outcome.exitCode,
      startedAt: Date.parse(outcome.startedAt),
      durationMs: outcome.durationMs,
      activityId: context.activityId,
      reason: outcome.reason,
    },
    { withEnd: true },
  );
  if (succeeded(outcome)) unbuilt.clear(workspace);
  await Promise.all([stored, rememberWarnedFiles(context, found.warningTexts)]);
  const logId = context.activityId;
  const durationMs = Math.round(outcome.durationMs);
  if (succeeded(outcome)) return { ok: true, buildId: context.activityId, warnings: found.warnings, logId, durationMs };
  return {
    ok: false,
    errors: Math.max(found.errors, 1),
    firstError: oneSentence(firstErrorOf(found, outcome)),
    missing: missingAmong(found, outcome),
    logId,
    durationMs,
  };
};

function succeeded(outcome: CommandOutcome): boolean {
  return outcome.endedBy === 'exit' && outcome.exitCode === 0;
}

/** What a build printed before it was stopped is not why it failed. */
function firstErrorOf({ firstError }: DiagnosticSummary, outcome: CommandOutcome): string {
  return outcome.endedBy === 'exit' && firstError !== null
    ? firstError
    : `the build did not succeed: ${outcome.reason}`;
}

/** A compiler's own errors come first: a program that a script looks for and does without is not what broke the build. */
function missingAmong(found: DiagnosticSummary, outcome: CommandOutcome) {
  const compiled = found.firstError !== null && !/^make(\[\d+\])?: \*\*\*/.test(found.firstError);
  if (compiled || outcome.endedBy !== 'exit') return [];
  return found.missing.map(missingProgram);
}
