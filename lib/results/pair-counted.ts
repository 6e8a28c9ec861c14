import type { TestCase } from './types.ts';

/** What a passing test is called that was only counted. */
export const countedName = /^passed #\d+$/;

/**
 * Some programs name a test only when it fails and otherwise count it. A failure that goes away then reappears among the
 * counted passes, and a counted pass that breaks appears under a name. This gives the counted pass the failure's name, on
 * the side where it is missing, as far as the numbers allow; results without counted passes are returned as they are.
 */
export function pairCounted(
  before: readonly TestCase[],
  after: readonly TestCase[],
): { before: TestCase[]; after: TestCase[] } {
  const countedBefore = before.filter(isCounted);
  const countedAfter = after.filter(isCounted);
  const broken = failingOnlyIn(after, before).slice(0, countedBefore.length);
  const room = Math.max(countedAfter.length - countedBefore.length + broken.length, 0);
  const mended = failingOnlyIn(before, after).slice(0, Math.min(room, countedAfter.length));
  return { before: renamed(before, broken), after: renamed(after, mended) };
}

/** The last counted passes take the names of `failures`: what is left stays numbered from 1 without a gap. */
function renamed(cases: readonly TestCase[], failures: readonly TestCase[]): TestCase[] {
  const counted = cases.filter(isCounted);
  const left = new Set(counted.slice(0, counted.length - failures.length));
  const passes = failures.map(
    ({ key, suite, name, rawName }): TestCase => ({
      key,
      suite,
      name,
      rawName,
      status: 'passed',
      attempts: [{ status: 'passed' }],
      flaky: false,
      origin: 'counted',
    }),
  );
  return [...cases.filter((test) => !isCounted(test) || left.has(test)), ...passes];
}

function failingOnlyIn(here: readonly TestCase[], there: readonly TestCase[]): TestCase[] {
  const known = new Set(there.map(({ key }) => key));
  return here.filter(
    ({ key, status, origin }) => origin === 'named' && (status === 'failed' || status === 'error') && !known.has(key),
  );
}

function isCounted({ origin }: TestCase): boolean {
  return origin === 'counted';
}
