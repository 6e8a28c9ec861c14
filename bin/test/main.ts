import { installPackages, missingPackages } from './debian-packages.ts';
import type { StepReport, Trouble } from './reports.ts';
import { runStep } from './run-step.ts';
import { type Step, steps } from './steps.ts';

/**
 * `npm test [-- STEP…] [FILE…]`: brings the machine into shape, runs all steps or the named ones, and ends with one
 * line `N passed, N failed`. A step that is not about single tests counts as one.
 */
async function main(words: readonly string[]): Promise<number> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  const named = steps.filter(({ name }) => words.includes(name));
  const files = words.filter((word) => steps.every(({ name }) => name !== word));
  if (!prepareMachine()) {
    console.log('\n0 passed, 1 failed');
    return 1;
  }
  const results: { step: Step; report: StepReport }[] = [];
  for (const step of named.length > 0 ? named : steps) {
    if (interrupted.signal.aborted) return 130;
    console.log(`\n── ${step.title} (npm test -- ${step.name})`);
    results.push({ step, report: await runStep(step, files, interrupted.signal) });
  }
  const reports = results.map(({ report }) => report);
  const troubles = reports.flatMap((report) => report.troubles);
  list(
    'Passed at the second try; the first one said:',
    reports.flatMap(({ overcome }) => overcome),
  );
  list('Failed:', troubles);
  console.log('');
  for (const { step, report } of results) {
    console.log(`${step.title}: ${report.passed} passed, ${report.troubles.length} failed`);
  }
  const passed = reports.reduce((total, report) => total + report.passed, 0);
  console.log(`\n${passed} passed, ${troubles.length} failed`);
  return troubles.length === 0 ? 0 : 1;
}

/** Names what went wrong once more, where nobody has to look for it. */
function list(title: string, troubles: readonly Trouble[]): void {
  if (troubles.length === 0) return;
  console.log(`\n── ${title}`);
  for (const { file, what, message } of troubles) {
    const where = file === undefined ? what : `${file} › ${what}`;
    console.log([where, ...message.split('\n').slice(0, 12)].join('\n    '));
  }
}

/** True when every package is there; installs them as root, else names them with the command. */
function prepareMachine(): boolean {
  const missing = missingPackages();
  if (missing.length === 0) return true;
  const names = missing.map(({ name }) => name).join(' ');
  if (process.getuid?.() === 0) {
    console.log(`Installing what the tests need: ${names}`);
    if (installPackages(missing)) return true;
  }
  console.error(`The tests need packages that are missing; install them with: apt-get install ${names}`);
  for (const { name, why } of missing) console.error(`  ${name}: ${why}`);
  return false;
}

process.exitCode = await main(process.argv.slice(2));
