import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../stack/root.ts';
import {
  afterOneTry,
  afterSecondTry,
  filesToTryAgain,
  readPlaywrightReport,
  readVitestReport,
  type StepReport,
  type VitestReport,
} from './reports.ts';
import { reportPath, type Step } from './steps.ts';

/** Runs one step to its end or its limit, its output on our own. */
export async function runStep(step: Step, files: readonly string[], interrupted: AbortSignal): Promise<StepReport> {
  const limit = AbortSignal.timeout(step.limitMinutes * 60_000);
  const signal = AbortSignal.any([interrupted, limit]);
  const report = await runTries(step, files, signal);
  if (limit.aborted) console.error(`${step.title}: not done after ${step.limitMinutes} minutes`);
  return report;
}

async function runTries(step: Step, files: readonly string[], signal: AbortSignal): Promise<StepReport> {
  const first = await runProgram(step, step.reports ? files : [], signal);
  if (step.reports === undefined) return first.succeeded ? { passed: 1, troubles: [], overcome: [] } : withFailure();
  if (first.report === undefined) return withFailure();
  if (step.reports === 'playwright') return withFailureUnless(first.succeeded, readPlaywrightReport(first.report));
  const report = readVitestReport(first.report);
  const again = step.triesTwice ? filesToTryAgain(report) : undefined;
  const second = again && (await tryAgain(step, again, signal));
  return second ? afterSecondTry(report, second) : withFailureUnless(first.succeeded, afterOneTry(report));
}

async function tryAgain(step: Step, files: readonly string[], signal: AbortSignal): Promise<VitestReport | undefined> {
  console.log(`\n── ${step.title}: trying ${files.join(', ')} again`);
  const { report } = await runProgram(step, files, signal);
  return report === undefined ? undefined : readVitestReport(report);
}

const unexplained = { what: 'the step as a whole', message: 'its program said so above' };

function withFailure(): StepReport {
  return { passed: 0, troubles: [unexplained], overcome: [] };
}

/** A step may fail beside its tests, as by a program that broke down after them. */
function withFailureUnless(succeeded: boolean, report: StepReport): StepReport {
  return succeeded || report.troubles.length > 0 ? report : { ...report, troubles: [unexplained] };
}

async function runProgram(
  step: Step,
  files: readonly string[],
  signal: AbortSignal,
): Promise<{ succeeded: boolean; report: string | undefined }> {
  const path = reportPath(step.name);
  await rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  const [program, ...args] = step.command;
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(process.execPath, [join(bin, program), ...args, ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: testEnvironment(bin, path),
  });
  const killGroup = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', killGroup);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  signal.removeEventListener('abort', killGroup);
  return { succeeded: code === 0, report: await readFile(path, 'utf8').catch(() => undefined) };
}

/** Our own environment without what would lead tests to a person's data. */
function testEnvironment(bin: string, report: string): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, FIRMLOOP_HOME: __, PORT: ___, HOST: ____, ...env } = process.env;
  return {
    ...env,
    PATH: `${bin}${delimiter}${env.PATH ?? ''}`,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    FIRMLOOP_TEST_REPORT: report,
    NEXT_TELEMETRY_DISABLED: '1',
  };
}
