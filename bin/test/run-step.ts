import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../stack/root.ts';
import type { Counts } from './counts.ts';
import { reportPath, type Step } from './steps.ts';

/** Runs one step to its end or its limit, its output on our own, and counts its tests. */
export async function runStep(step: Step, files: readonly string[], signal: AbortSignal): Promise<Counts> {
  const report = reportPath(step.name);
  await rm(report, { force: true });
  await mkdir(dirname(report), { recursive: true });
  const succeeded = await runProgram(step, step.takesFiles ? files : [], signal);
  const counts = step.readCounts && (await readReport(report, step.readCounts));
  if (counts === undefined) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  // A step may fail beside its tests, as by an error that no test caught.
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function runProgram(step: Step, files: readonly string[], signal: AbortSignal): Promise<boolean> {
  const [program, ...args] = step.command;
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(process.execPath, [join(bin, program), ...args, ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: testEnvironment(bin, step),
  });
  const killGroup = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const end = AbortSignal.any([signal, AbortSignal.timeout(step.limitMinutes * 60_000)]);
  end.addEventListener('abort', killGroup);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  end.removeEventListener('abort', killGroup);
  if (end.aborted && !signal.aborted) console.error(`${step.title}: not done after ${step.limitMinutes} minutes`);
  return code === 0;
}

/** Our own environment without what would lead tests to a person's data. */
function testEnvironment(bin: string, step: Step): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, FIRMLOOP_HOME: __, PORT: ___, HOST: ____, ...env } = process.env;
  return {
    ...env,
    PATH: `${bin}${delimiter}${env.PATH ?? ''}`,
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath(step.name),
    NEXT_TELEMETRY_DISABLED: '1',
  };
}

async function readReport(path: string, read: (report: string) => Counts | undefined): Promise<Counts | undefined> {
  const report = await readFile(path, 'utf8').catch(() => undefined);
  return report === undefined ? undefined : read(report);
}
