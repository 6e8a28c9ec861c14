import type { TestCase } from '#lib/results/types.ts';
import { isFailing } from '../choose/compare.ts';

/** A line of the output, and the addresses that were executed since the one before. */
export interface Step {
  readonly text: string;
  readonly addresses: readonly number[];
}

/** What a test executed, as addresses of the program. */
export interface TestAddresses {
  readonly test: string;
  readonly failed: boolean;
  readonly addresses: ReadonlySet<number>;
  /** Not a test but a part of one, between two lines of its output. */
  readonly isPart?: true;
}

/** Reads results from output so far, or from all of it. */
export type ReadCases = (output: string, isWhole: boolean) => readonly TestCase[];

/**
 * Splits the trace of a whole suite into its tests: what was executed between two results belongs to the second one. What
 * came after the last result belongs to what is known only at the end: the trouble that ended the run, the exit code.
 */
export function testsOfSteps(steps: readonly Step[], read: ReadCases): TestAddresses[] {
  const found = new Map<string, readonly Step[]>();
  let output = '';
  let pending: Step[] = [];
  for (const step of steps) {
    pending.push(step);
    output += step.text;
    if (!step.text.includes('\n')) continue;
    const told = read(output, false).filter(({ key, origin }) => origin === 'named' && !found.has(key));
    for (const { key } of told) found.set(key, pending);
    if (told.length > 0) pending = [];
  }
  const cases = read(output, true);
  const named = cases.filter(({ origin }) => origin === 'named');
  const wholeRun = cases.filter((one) => one.origin === 'run' && isFailing(one)).slice(0, 1);
  const tests = [...named, ...wholeRun].map(({ key, status }) => {
    return { test: key, failed: isFailing({ status }), steps: found.get(key) ?? pending };
  });
  const failing = tests.filter(({ failed }) => failed);
  const parts = failing.length === tests.length ? failing.flatMap((one) => partsBefore(one.steps)) : [];
  return [...tests.map(({ test, failed, steps: own }) => ({ test, failed, addresses: allOf(own) })), ...parts];
}

/**
 * Many suites name only what fails. Then what a failing test did before its last line of output counts as having passed:
 * it had got that far.
 */
function partsBefore(steps: readonly Step[]): TestAddresses[] {
  const busy = steps.filter(({ addresses }) => addresses.length > 0);
  return busy.slice(0, -1).map(({ text, addresses }) => ({
    test: `(before ${text.trim()})`,
    failed: false,
    addresses: new Set(addresses),
    isPart: true,
  }));
}

function allOf(steps: readonly Step[]): Set<number> {
  const all = new Set<number>();
  for (const { addresses } of steps) for (const address of addresses) all.add(address);
  return all;
}
