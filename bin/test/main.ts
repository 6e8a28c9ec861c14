import type { Counts } from './counts.ts';
import { installPackages, missingPackages } from './debian-packages.ts';
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
  const results: { step: Step; counts: Counts }[] = [];
  for (const step of named.length > 0 ? named : steps) {
    if (interrupted.signal.aborted) return 130;
    console.log(`\n── ${step.title} (npm test -- ${step.name})`);
    results.push({ step, counts: await runStep(step, files, interrupted.signal) });
  }
  console.log('');
  for (const { step, counts } of results) {
    console.log(`${step.title}: ${counts.passed} passed, ${counts.failed} failed`);
  }
  const failed = sum(results, 'failed');
  console.log(`\n${sum(results, 'passed')} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
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

function sum(results: readonly { counts: Counts }[], key: keyof Counts): number {
  return results.reduce((total, { counts }) => total + counts[key], 0);
}

process.exitCode = await main(process.argv.slice(2));
