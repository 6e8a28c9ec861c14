import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import { testsOfSteps } from '#lib/repair/localise/tests-of-steps.ts';
import { verdictOfRun } from '#lib/results/verdict-of-run.ts';
import { qemuArguments } from '#server/environments/qemu/arguments.ts';
import { symbolTools } from '#server/environments/qemu/symbol-tools.ts';
import { runCommand } from '#server/process/run-command.ts';
import { processTunables } from '#server/process/tunables.ts';
import { parserOfOutput } from '#server/results/parser-of-output.ts';
import type { AgentTask } from '../../agent.ts';
import { siteOf } from '../bench.ts';
import { build } from '../build.ts';
import type { Trees } from '../trees.ts';
import { searchTunables } from '../tunables.ts';
import { readExecution } from './execution.ts';
import { linesOf } from './lines-of.ts';
import type { Traced } from './traced.ts';

type QemuConfig = Extract<EnvironmentConfig, { type: 'qemu' }>;

/** Runs the unchanged image in an emulator that tells every block of code that it executes, between the characters that it prints. */
export async function traceInQemu(task: AgentTask, trees: Trees, config: QemuConfig): Promise<Traced> {
  const tree = await trees.copy('trace');
  const built = await build(task, tree);
  if (!built.ok) return { traces: [], crashed: [], lack: 'the build did not succeed' };
  const execution = readExecution();
  const site = siteOf(task, tree);
  const outcome = await runCommand(
    {
      argv: ['sh', '-c', intoFile, config.program, ...tracingArguments(config)],
      cwd: tree.directory,
      env: {},
      deadlineMs: Math.min(config.timeout * 2, searchTunables.traceMs),
      outputCapBytes: searchTunables.traceBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      marker: site.marker,
      sandbox: site.sandbox,
    },
    { signal: site.signal, ...(site.watchdog && { watchdog: site.watchdog }) },
  );
  const told = join(tree.directory, traceFile);
  if ((await lstat(told)).isFile())
    for await (const text of createReadStream(told, 'latin1')) execution.push(String(text));
  const { steps, last } = execution.end();
  const { results } = task.bench.project;
  const tests = testsOfSteps(steps, (output, isWhole) => {
    if (results.format === 'exit-code' && !isWhole) return [];
    const parser = parserOfOutput(results, 'tests');
    parser?.push('console', Buffer.from(output, 'latin1'));
    const parsed = parser?.end(outcome);
    return parsed === undefined ? [] : verdictOfRun(parsed, outcome).results.cases;
  });
  const symbols = config.symbols ?? config.image;
  const wanted = new Set([...tests.flatMap(({ addresses }) => [...addresses]), ...last]);
  const madeIn = task.workspace.directory;
  const lines = await linesOf(site, { symbols, addresses: [...wanted], tools: symbolTools(config.program), madeIn });
  const known = (addresses: Iterable<number>) => [...addresses].flatMap((address) => lines.get(address) ?? []);
  const ended = outcome.endedBy === 'exit' && tests.every(({ test, isPart }) => isPart || !test.startsWith('('));
  return {
    traces: tests.map(({ addresses, ...test }) => ({ ...test, lines: new Set(known(addresses)) })),
    crashed: ended ? [] : known(last),
    lack:
      tests.length === 0
        ? `the traced run named no test: ${outcome.reason}`
        : lines.size === 0
          ? `${symbols} has no source lines`
          : null,
  };
}

const traceFile = 'firmloop-execution.txt';

/** The emulator makes its output non-blocking: into a pipe, it would lose lines of the trace whenever the reader is slow. */
const intoFile = `ulimit -f ${searchTunables.traceBytes / 512}; exec "$0" "$@" > ${traceFile} 2>&1`;

/** As the tests are run, but with the console and the trace in one stream, so that their order is known. */
function tracingArguments(config: QemuConfig): string[] {
  const words = qemuArguments(config, { console: 'console', monitor: 'monitor' });
  const plain = words.flatMap((word, at) => {
    if (word === '-S' || word === '-mon' || words[at - 1] === '-mon') return [];
    if (word.startsWith('pipe,id=firmloop-console')) return ['stdio,id=firmloop-console'];
    if (word.startsWith('socket,id=firmloop-monitor')) return ['null,id=firmloop-monitor'];
    return [word];
  });
  return [...plain, '-d', 'exec,in_asm,nochain'];
}
