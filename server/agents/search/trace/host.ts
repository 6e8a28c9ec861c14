import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import type { LineKey, TestTrace } from '#lib/repair/localise/spectrum.ts';
import { talkative } from '#lib/repair/localise/talkative.ts';
import { testsOfSteps } from '#lib/repair/localise/tests-of-steps.ts';
import type { PartEnd } from '#server/environments/environment.ts';
import { captureCommand } from '#server/process/capture-command.ts';
import type { AgentTask } from '../../agent.ts';
import { siteOf, type Tree } from '../bench.ts';
import { build } from '../build.ts';
import { environmentIn, type TestRun } from '../run-tests.ts';
import { wholeCommand } from '../suite.ts';
import type { Trees } from '../trees.ts';
import { searchTunables } from '../tunables.ts';
import { compilerNames, writeWrappers } from '../wrappers.ts';
import { writeInside } from '../write-inside.ts';
import { readBlocks } from './blocks.ts';
import { linesOf } from './lines-of.ts';
import { readerOf } from './reader-of.ts';
import { readRecords } from './records.ts';
import type { Traced } from './traced.ts';

const folderName = '.firmloop-trace';
/** In DWARF 5, addr2line of binutils 2.40 names the wrong file for code that a test program includes as a source file. */
const instrument = '-O0 -gdwarf-4 -fsanitize-coverage=trace-pc -U_FORTIFY_SOURCE -Wno-error';

/** What is traced: by default the code as it is. */
export interface TraceRequest {
  readonly baseline: TestRun;
  /** Texts of files that differ. */
  readonly changed?: ReadonlyMap<string, string>;
}

/** Builds the project once more with a tracer linked in and runs its tests: what each of them executed. */
export async function traceOnHost(
  task: AgentTask,
  trees: Trees,
  { baseline, changed = new Map() }: TraceRequest,
): Promise<Traced> {
  const tree = await trees.fresh('trace');
  for (const [path, text] of changed) await writeInside(tree, path, text);
  const folder = join(tree.root, folderName);
  const runtime = join(folder, 'runtime.o');
  await writeWrappers(join(folder, 'bin'), { names: compilerNames, compile: instrument, link: runtime });
  const compiled = await compileRuntime(task, tree, { folder, runtime });
  if (compiled !== null) return { traces: [], crashed: [], lack: compiled };
  const built = await build(task, tree, { env: { PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` } });
  if (!built.ok) return { traces: [], crashed: [], lack: `a traced build did not succeed: ${built.outcome.reason}` };

  const traces: TestTrace[] = [];
  const crashed: LineKey[] = [];
  const read = new Set<string>();
  const command = wholeCommand(task);
  const talking = command && talkative(command, task.bench.project.results.format);
  const options = { limitMs: searchTunables.traceMs, ...(talking && { command: talking }) };
  for (const part of environmentIn(task, tree, options).parts) {
    const end = await part.run({
      outputCapBytes: task.bench.project.limits.log_size,
      say: () => undefined,
      onBytes: () => undefined,
    });
    for (const file of await newTraces(folder, read)) {
      read.add(file);
      const path = join(folder, file);
      if ((await stat(path)).size > searchTunables.traceBytes) continue;
      const results = part.results ?? task.bench.project.results;
      const one = await traceOf(task, tree, { content: await readFile(path), results, end, baseline });
      traces.push(...one.traces);
      crashed.push(...one.crashed);
    }
  }
  const isEmpty = traces.every(({ lines }) => lines.size === 0);
  return { traces, crashed, lack: isEmpty ? 'the build does not use a compiler that can trace' : null };
}

/** Files that appeared since the last part; what is no file of its own was put there by the tests. */
async function newTraces(folder: string, read: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((one) => one.isFile() && one.name.endsWith('.trace') && !read.has(one.name))
    .map(({ name }) => name);
}

async function compileRuntime(
  task: AgentTask,
  tree: Tree,
  { folder, runtime }: { folder: string; runtime: string },
): Promise<string | null> {
  const source = fileURLToPath(new URL('./runtime.c', import.meta.url));
  const { sandbox, marker, signal, watchdog } = siteOf(task, tree);
  const { outcome, stderr } = await captureCommand(
    {
      argv: ['cc', '-O2', '-fPIC', `-DTRACE_DIR="${folder}"`, '-x', 'c', '-c', '-o', runtime, '-'],
      stdin: await readFile(source, 'utf8'),
      cwd: tree.directory,
      marker,
      sandbox,
    },
    { signal, ...(watchdog && { watchdog }) },
  );
  return outcome.exitCode === 0
    ? null
    : `the tracer could not be compiled: ${stderr.trim().split('\n')[0] || outcome.reason}`;
}

async function traceOf(
  task: AgentTask,
  tree: Tree,
  { content, results, end, baseline }: { content: Buffer; results: ResultsConfig; end: PartEnd; baseline: TestRun },
): Promise<Pick<Traced, 'traces'> & { crashed: LineKey[] }> {
  const { program, steps, crash } = readRecords(content);
  if (!program.startsWith(tree.root + sep)) return { traces: [], crashed: [] };
  const site = siteOf(task, tree);
  const { sandbox, marker, signal, watchdog } = site;
  const { stdout } = await captureCommand(
    {
      argv: ['objdump', '-d', '--no-show-raw-insn', program],
      cwd: dirname(program),
      marker,
      sandbox,
      outputCapBytes: searchTunables.traceBytes,
    },
    { signal, ...(watchdog && { watchdog }) },
  );
  const blocks = readBlocks(stdout);
  const output = steps.map(({ text }) => text).join('');
  const read = readerOf({ program, output, results, outcome: end.outcome, known: baseline.cases });
  const tests = testsOfSteps(steps, read);
  const wanted = new Set(tests.flatMap(({ addresses }) => [...addresses]).flatMap(blocks.of));
  const lines = await linesOf(site, {
    symbols: program,
    addresses: [...wanted],
    tools: ['addr2line', 'llvm-addr2line'],
    madeIn: tree.directory,
  });
  const linesOfBlocks = (addresses: Iterable<number>) =>
    [...addresses].flatMap(blocks.of).flatMap((address) => lines.get(address) ?? []);
  return {
    traces: tests.map(({ addresses, ...test }) => ({ ...test, lines: new Set(linesOfBlocks(addresses)) })),
    crashed: crash === null ? [] : linesOfBlocks([crash]),
  };
}
