import { cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ResultsGuess } from '#lib/init/frameworks.ts';
import type { InitPlan } from '#lib/init/plan.ts';
import type { Trial } from '#lib/init/project-file.ts';
import { createParser } from '#lib/results/create-parser.ts';
import { detectFormat } from '#lib/results/detect.ts';
import type { Counts } from '#lib/results/types.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { runCommand } from '#server/process/run-command.ts';
import { toolchainFolders } from '#server/process/toolchain-folders.ts';
import { processTunables } from '#server/process/tunables.ts';
import { filesOf } from './look-at-project.ts';

/** Durations in milliseconds. A build or test that takes longer is given up; the file then says so. */
const tunables = { buildMs: 600_000, testMs: 300_000, outputBytes: 16 * 1024 * 1024 } as const;

export interface TryOptions {
  readonly signal?: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Builds a private copy of the project and runs its tests once, behind the same walls as a run, and finds which of the
 * plan's commands work and what the output looks like. The project's own folder is only read.
 */
export async function tryProject(folder: string, plan: InitPlan, options: TryOptions): Promise<Trial | null> {
  const { offer } = plan;
  if (offer === null) return null;
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'firmloop-init-')));
  const copy = join(scratch, basename(folder));
  try {
    await copyProject(folder, copy);
    const built = await firstThatBuilds(copy, offer.builds, options);
    if (built.trouble !== null) {
      return unproven(plan, [`No build was found that works here. ${built.trouble}`]);
    }
    const runs = await runTests(copy, plan, offer.tests, options);
    return judge(plan, built.command, runs);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function copyProject(folder: string, copy: string): Promise<void> {
  for (const path of await filesOf(folder)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(folder, path), join(copy, path), { recursive: true, verbatimSymlinks: true }).catch(ignoreMissing);
  }
}

/** A file that git knows may have been removed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function firstThatBuilds(copy: string, builds: readonly string[], options: TryOptions) {
  let trouble = 'There is no build command to try.';
  for (const command of builds) {
    const ran = await runIn(copy, command, tunables.buildMs, options);
    if (ran.outcome.exitCode === 0) return { command, trouble: null };
    trouble = `\`${command}\`: ${ran.outcome.reason}: ${telling(ran)}`;
  }
  return { command: '', trouble };
}

interface TestRun {
  readonly command: string;
  readonly ran: Ran;
  readonly read: { readonly results: ResultsGuess; readonly counts: Counts } | null;
}

/** Stops at the first command whose output can be read. */
async function runTests(
  copy: string,
  plan: InitPlan,
  tests: readonly string[],
  options: TryOptions,
): Promise<TestRun[]> {
  const runs: TestRun[] = [];
  for (const command of tests) {
    const ran = await runIn(copy, command, tunables.testMs, options);
    const read = (await readReport(copy, plan)) ?? readOutput(ran);
    runs.push({ command, ran, read });
    if (read !== null) break;
  }
  return runs;
}

async function readReport(copy: string, { offer }: InitPlan): Promise<TestRun['read']> {
  if (offer?.junit == null) return null;
  const text = await readFile(join(copy, offer.junit), 'utf8').catch(() => null);
  if (text === null) return null;
  const parser = createParser('junit', {});
  parser.push(text);
  const { counts } = parser.end();
  const results = {
    format: 'junit',
    pattern: null,
    files: [offer.junit],
    because: 'the tests wrote a report there',
  } as const;
  return counts.total > 0 ? { results, counts } : null;
}

function readOutput({ output }: Ran): TestRun['read'] {
  const detected = detectFormat(output);
  if (detected === null) return null;
  const { format, pattern, results } = detected;
  return { results: { format, pattern, files: [], because: 'that is what a trial printed' }, counts: results.counts };
}

function judge(plan: InitPlan, build: string, runs: readonly TestRun[]): Trial {
  const started = runs.filter(
    ({ ran }) =>
      ran.outcome.endedBy !== 'not-started' &&
      ![126, 127].includes(ran.outcome.exitCode ?? 0) &&
      !nothingRan.test(ran.output),
  );
  const best = runs.find(({ read }) => read !== null) ?? started[0];
  if (best === undefined) {
    const because = runs.map(({ command, ran }) => `\`${command}\`: ${ran.outcome.reason}: ${telling(ran)}`);
    return {
      ...unproven(plan, [`\`${build}\` builds.`, 'No test command was found that works here.', ...because]),
      build,
    };
  }
  const { outcome } = best.ran;
  const timeoutSeconds = Math.max(60, Math.ceil((outcome.durationMs * 5) / 10_000) * 10);
  const counted =
    best.read === null
      ? `A trial ${outcome.reason}; no format was recognised in what it printed, so the command counts as one test.`
      : `A trial counted ${best.read.counts.passed} of ${best.read.counts.total} tests passing.`;
  const ended =
    outcome.endedBy === 'deadline' ? ['The trial was stopped before the tests had ended: give them more time.'] : [];
  const results =
    best.read?.results ??
    ({
      format: 'exit-code',
      pattern: null,
      files: [],
      because: 'no format was recognised in what a trial printed',
    } as const);
  return { build, test: best.command, results, timeoutSeconds, findings: [counted, ...ended] };
}

/** What is written when the trial did not get as far as the tests. */
function unproven({ offer, results }: InitPlan, findings: readonly string[]): Trial {
  return { build: offer?.builds[0], test: offer?.tests[0], results, timeoutSeconds: 60, findings };
}

interface Ran {
  readonly outcome: CommandOutcome;
  /** Both streams as they came: a program may tell failures on one and totals on the other. */
  readonly output: string;
}

async function runIn(copy: string, command: string, deadlineMs: number, { signal, say }: TryOptions): Promise<Ran> {
  say(`$ ${command}`);
  const chunks: Buffer[] = [];
  const outcome = await runCommand(
    {
      argv: { shell: command },
      cwd: copy,
      env: {},
      marker: 'init',
      deadlineMs,
      outputCapBytes: tunables.outputBytes,
      graceMs: processTunables.graceMs,
      stdin: 'closed',
      sandbox: { worktree: copy, readable: toolchainFolders(), network: false, whenMissing: 'run-bare' },
    },
    { ...(signal && { signal }), onChunk: (_stream, bytes) => void chunks.push(bytes) },
  );
  say(`${outcome.reason}, after ${outcome.durationMs} ms`);
  return { outcome, output: Buffer.concat(chunks).toString('utf8') };
}

/** The line of an output that most likely tells why a command failed: a compiler's or a shell's complaint, else the last one. */
function telling({ output }: Ran): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => complaint.test(each)) ?? lines.at(-1);
  return (line ?? 'it printed nothing').slice(0, 200);
}

const complaint =
  /: (?:fatal )?error: |CMake Error|: No such file or directory|(?:command )?not found\b|No rule to make target|\bERROR: /;

/** CTest is content when it knows no test. */
const nothingRan = /^No tests were found/m;
