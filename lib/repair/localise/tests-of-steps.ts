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
}

/**
 * Splits the trace of a whole suite into its tests: what was executed between two results belongs to the second one. What
 * came after the last result belongs to the trouble that ended the run, if there was any. `read` parses output so far.
 */
export function testsOfSteps(steps: readonly Step[], read: (output: string) => readonly TestCase[]): TestAddresses[] {
  const found = new Map<string, Set<number>>();
  let output = '';
  let pending = new Set<number>();
  for (const { text, addresses } of steps) {
    for (const address of addresses) pending.add(address);
    output += text;
    if (!text.includes('\n')) continue;
    const told = read(output).filter(({ key, origin }) => origin === 'named' && !found.has(key));
    for (const { key } of told) found.set(key, pending);
    if (told.length > 0) pending = new Set();
  }
  const cases = read(output);
  const tests = cases.flatMap(({ key, status }) => {
    const addresses = found.get(key);
    return addresses === undefined ? [] : [{ test: key, failed: isFailing({ status }), addresses }];
  });
  const wholeRun = cases.find((one) => one.origin === 'run' && isFailing(one));
  return wholeRun === undefined ? tests : [...tests, { test: wholeRun.key, failed: true, addresses: pending }];
}
