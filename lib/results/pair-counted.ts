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
  return { before: renamed(before, broken, after), after: renamed(after, mended, before) };
}

/**
 * The counted passes that the other side does not know take the names of `failures`, then the ones with the highest numbers,
 * in whatever order they come: what is left is on both sides the same.
 */
function renamed(cases: readonly TestCase[], failures: readonly TestCase[], others: readonly TestCase[]): TestCase[] {
  const known = new Set(others.map(({ key }) => key));
  const counted = cases
    .filter(isCounted)
    .toSorted((a, b) => Number(known.has(b.key)) - Number(known.has(a.key)) || numberOf(a) - numberOf(b));
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

function numberOf({ name }: TestCase): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

function isCounted({ origin }: TestCase): boolean {
  return origin === 'counted';
}
