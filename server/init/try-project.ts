import { cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { judgeBuilds, judgeTrial, type TriedCommand, type TriedTest } from '#lib/init/judge-trial.ts';
import type { InitPlan } from '#lib/init/plan.ts';
import type { Trial } from '#lib/init/project-file.ts';
import { createParser } from '#lib/results/create-parser.ts';
import { detectFormat } from '#lib/results/detect.ts';
import { runCommand } from '#server/process/run-command.ts';
import { toolchainFolders } from '#server/process/toolchain-folders.ts';
import { processTunables } from '#server/process/tunables.ts';
import { builtTestPrograms } from './built-test-programs.ts';
import { filesOf } from './look-at-project.ts';

/** Durations in milliseconds. A build or test that takes longer is given up; the file then says so. */
const tunables = { buildMs: 600_000, testMs: 300_000, outputBytes: 16 * 1024 * 1024 } as const;

export interface TryOptions {
  readonly signal?: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Builds a private copy of the project and runs its tests once, behind the same walls as a run, and finds which of the
 * plan's commands work and what the output looks like. The project's own folder is only read. Null when there is nothing to try.
 */
export async function tryProject(folder: string, plan: InitPlan, options: TryOptions): Promise<Trial | null> {
  const { offer } = plan;
  if (offer === null) return null;
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'firmloop-init-')));
  const copy = join(scratch, basename(folder));
  try {
    const files = await copyProject(folder, copy);
    const builds = await untilOneWorks(offer.builds, (command) => runIn(copy, command, tunables.buildMs, options));
    const built = builds.at(-1);
    if (built?.exitCode !== 0) return judgeBuilds(plan, builds);
    const commands = offer.tests.length > 0 ? offer.tests : await builtTestPrograms(copy, files);
    return judgeTrial(plan, built.command, await runTests(copy, plan, commands, options));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function copyProject(folder: string, copy: string): Promise<readonly string[]> {
  const files = await filesOf(folder);
  for (const path of files) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(folder, path), join(copy, path), { recursive: true, verbatimSymlinks: true }).catch(ignoreMissing);
  }
  return files;
}

/** A file that git knows may have been removed. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function untilOneWorks(
  commands: readonly string[],
  run: (command: string) => Promise<TriedCommand>,
): Promise<TriedCommand[]> {
  const tried: TriedCommand[] = [];
  for (const command of commands) {
    const ran = await run(command);
    tried.push(ran);
    if (ran.exitCode === 0) break;
  }
  return tried;
}

/** Stops at the first command whose results can be read. */
async function runTests(
  copy: string,
  plan: InitPlan,
  commands: readonly string[],
  options: TryOptions,
): Promise<TriedTest[]> {
  const runs: TriedTest[] = [];
  for (const command of commands) {
    const ran = await runIn(copy, command, tunables.testMs, options);
    const read = (await readReport(copy, plan)) ?? readOutput(ran);
    runs.push({ ...ran, read });
    if (read !== null) break;
  }
  return runs;
}

async function readReport(copy: string, { offer }: InitPlan): Promise<TriedTest['read']> {
  if (offer?.junit == null) return null;
  const text = await readFile(join(copy, offer.junit), 'utf8').catch(() => null);
  if (text === null) return null;
  const parser = createParser('junit', {});
  parser.push(text);
  const { counts } = parser.end();
  const because = 'the tests wrote a report there';
  return counts.total === 0
    ? null
    : { results: { format: 'junit', pattern: null, files: [offer.junit], because }, counts };
}

function readOutput({ output }: TriedCommand): TriedTest['read'] {
  const detected = detectFormat(output);
  if (detected === null) return null;
  const { format, pattern, results } = detected;
  return { results: { format, pattern, files: [], because: 'that is what a trial printed' }, counts: results.counts };
}

async function runIn(
  copy: string,
  command: string,
  deadlineMs: number,
  { signal, say }: TryOptions,
): Promise<TriedCommand> {
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
  const { endedBy, exitCode, reason, durationMs, stoppedBy } = outcome;
  say(`${reason}, after ${durationMs} ms`);
  const output = Buffer.concat(chunks).toString('utf8');
  const ended = { wasStarted: endedBy !== 'not-started', wasStopped: stoppedBy === 'firmloop' };
  return { command, exitCode, reason, durationMs, ...ended, output };
}
