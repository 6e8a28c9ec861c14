import type { runAcceptance as contract } from '#lib/activities/testing.ts';
import { verdictOfRun } from '#lib/results/verdict-of-run.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { parserOfOutput } from './parser-of-output.ts';
import { configOf } from './run-facts.ts';
import { runLogged } from './run-logged.ts';
import { openTree } from './workspace.ts';

export const runAcceptance: Perform<typeof contract> = async (_input, context) => {
  const config = await configOf(context);
  const { acceptance } = config;
  if (acceptance === undefined)
    return { outcome: 'not-run', passed: 0, failed: 0, failedTests: [], reason: 'no acceptance suite is configured' };
  const { workspace } = await openTree(context);
  const parser = parserOfOutput(acceptance.results ?? config.results, 'acceptance');
  const outcome = await runLogged(context, {
    command: acceptance.command,
    workspace,
    env: config.build.env,
    deadlineMs: acceptance.timeout,
    silenceMs: acceptance.silence,
    outputCapBytes: config.limits.log_size,
    onBytes: (_stream, bytes) => parser?.push(bytes),
  });
  const parsed = parser?.end(outcome);
  if (parsed === undefined) {
    const reason = 'the results of an acceptance suite are read from its output; configure `acceptance.results` so';
    return { outcome: 'not-run', passed: 0, failed: 0, failedTests: [], reason };
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
