import type { runAcceptance as contract } from '#lib/activities/testing.ts';
import { verdictOfRun } from '#lib/results/verdict-of-run.ts';
import { parserOfOutput } from '#server/results/parser-of-output.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { builtTree } from './built-tree.ts';
import { readResultFiles, removeOldResults } from './read-results.ts';
import { configOf } from './run-facts.ts';
import { runLogged } from './run-logged.ts';

export const runAcceptance: Perform<typeof contract> = async (_input, context) => {
  const config = await configOf(context);
  const { acceptance } = config;
  if (acceptance === undefined)
    return { outcome: 'not-run', passed: 0, failed: 0, failedTests: [], reason: 'no acceptance suite is configured' };
  const tree = await builtTree(context);
  const format = acceptance.results ?? config.results;
  await removeOldResults(tree.workspace, format, context.mayChangeTree);
  const parser = parserOfOutput(format, 'acceptance');
  const outcome = await runLogged(context, {
    command: acceptance.command,
    workspace: tree.workspace,
    env: config.build.env,
    deadlineMs: acceptance.timeout,
    silenceMs: acceptance.silence,
    outputCapBytes: config.limits.log_size,
    onBytes: (stream, bytes) => parser?.push(stream, bytes),
  });
  const parsed = parser === null ? (await readResultFiles(context, tree, format)).parsed : parser.end(outcome);
  if (parsed === null) {
    const reason = `the acceptance suite left no results: ${outcome.reason}`;
    return { outcome: 'failed', passed: 0, failed: 1, failedTests: [], reason: oneSentence(reason) };
  }
  const { counts, results, findings, status } = verdictOfRun(parsed, outcome);
  const failing = results.cases.filter((test) => test.status === 'failed' || test.status === 'error');
  const passed = status === 'ok' && failing.length === 0;
  return {
    outcome: passed ? 'passed' : 'failed',
    passed: counts.passed,
    failed: Math.max(failing.length, passed ? 0 : 1),
    failedTests: failing.slice(0, 5).map((test) => test.name.slice(0, 200)),
    reason: oneSentence([`${counts.passed} of ${counts.total} acceptance tests pass`, ...findings].join('; ')),
  };
};
