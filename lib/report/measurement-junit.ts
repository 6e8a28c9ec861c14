import type { Outcome } from '#lib/history/outcome.ts';
import type { TestStatus } from '#lib/results/types.ts';
import { type JunitVerdict, junitXml } from './junit-xml.ts';

/** A test in one measurement with all its attempts, the first one first. */
export interface MeasuredCase {
  readonly suite: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** Of the last attempt; null where it is not known. */
  readonly ms: number | null;
  readonly attempts: readonly { readonly status: TestStatus; readonly message: string | null }[];
}

/**
 * A measurement as a JUnit file, which read again gives the same tests with the same counts. JUnit has no word for trouble of
 * the bench: such tests are skipped there, with what the trouble was.
 */
export function measurementJunit(title: string, cases: readonly MeasuredCase[]): string {
  return junitXml(
    title,
    cases.map((one) => ({ ...one, verdicts: verdicts[one.outcome](one) })),
  );
}

type Verdicts = (one: MeasuredCase) => JunitVerdict[];

const broken: Verdicts = ({ attempts }) => {
  const bad = attempts.filter(({ status }) => status === 'failed' || status === 'error');
  return bad.map(({ status, message }, index) => ({
    // Surefire's way: the first attempt stands alone, later ones are reruns.
    element: words[status === 'error' ? 'error' : 'failed'][index === 0 ? 0 : 1],
    message: message ?? '',
  }));
};

const words = { failed: ['failure', 'rerunFailure'], error: ['error', 'rerunError'] } as const;

const verdicts = {
  passed: () => [],
  flaky: ({ attempts }) =>
    attempts
      .filter(({ status }) => status === 'failed' || status === 'error')
      .map(({ status, message }) => ({
        element: status === 'error' ? 'flakyError' : 'flakyFailure',
        message: message ?? '',
      })),
  failed: broken,
  error: broken,
  skipped: (one) => [{ element: 'skipped', message: lastWord(one) }],
  not_run: (one) => [{ element: 'skipped', type: 'untested', message: lastWord(one) }],
  infra: (one) => [{ element: 'skipped', message: `trouble of the bench: ${lastWord(one)}` }],
} as const satisfies Record<Outcome, Verdicts>;

function lastWord({ attempts }: MeasuredCase): string {
  return attempts.at(-1)?.message ?? '';
}
