import { percent } from '#lib/format/percent.ts';
import { compareMeasured, type MeasuredTest, worstOfEach } from './compare-measured.ts';
import { isFailing, judgementOf } from './outcome.ts';
import type { Quarantine } from './quarantine.ts';

export const gateNames = ['no-new-failure', 'not-below-release', 'no-new-flaky'] as const;
export type GateName = (typeof gateNames)[number];

/** Each gate in a sentence. */
export const gateWords: Readonly<Record<GateName, string>> = {
  'no-new-failure': 'no test fails or is missing that passed before, and no new test fails',
  'not-below-release': 'the pass rate is not below that of the last release',
  'no-new-flaky': 'no test has become flaky since the build before',
};

/** A measurement by its name, such as `import #12`. */
export interface Named {
  readonly label: string;
  readonly tests: readonly MeasuredTest[];
}

/** What gates decide on. */
export interface GateFacts {
  readonly subject: Named;
  /** What it is compared with; null when there is nothing earlier. */
  readonly before: Named | null;
  readonly release: Named | null;
  /** Keys of tests that are flaky now and were not before. */
  readonly newlyFlaky: readonly string[];
  readonly quarantine: Quarantine;
}

export interface GateVerdict {
  readonly gate: GateName;
  /** Null: there is nothing to compare with, so the gate stands open. */
  readonly holds: boolean | null;
  readonly reason: string;
  /** Keys of the tests that closed it. */
  readonly tests: readonly string[];
}

export interface GatesVerdict {
  readonly holds: boolean;
  readonly gates: readonly GateVerdict[];
  /** Failing tests that the quarantine excuses. */
  readonly excused: readonly string[];
}

/** Judges a measurement by the gates that are asked for. Without any executed test every gate is closed: nothing is not a pass. */
export function judgeGates(facts: GateFacts, asked: readonly GateName[] = gateNames): GatesVerdict {
  const { subject, quarantine } = facts;
  const judged = subject.tests.filter(({ outcome }) => judgementOf(outcome) !== null);
  const excused = subject.tests
    .filter(({ key, outcome }) => isFailing(outcome) && quarantine.entryOf(key) !== undefined)
    .map(({ key }) => key);
  const nothing = `${subject.label} has no executed test: that is not a pass`;
  const gates = asked.map((gate): GateVerdict => {
    if (judged.length === 0) return { gate, holds: false, reason: nothing, tests: [] };
    return { gate, ...judges[gate](facts) };
  });
  return { holds: gates.every(({ holds }) => holds !== false), gates, excused: [...new Set(excused)] };
}

type Judge = (facts: GateFacts) => Omit<GateVerdict, 'gate'>;

const judges: Readonly<Record<GateName, Judge>> = {
  'no-new-failure': ({ subject, before, quarantine }) => {
    const isExcused = (key: string) => quarantine.entryOf(key) !== undefined;
    if (before === null) return open('there is no earlier build to compare with');
    const { tests } = compareMeasured(before.tests, subject.tests);
    const wrong = tests
      .filter(({ key, change, isRegression }) => (isRegression || change === 'new_failure') && !isExcused(key))
      .map(({ key }) => key);
    return wrong.length === 0
      ? { holds: true, reason: `no new failure against ${before.label}`, tests: [] }
      : {
          holds: false,
          reason: `${counted(wrong.length, 'test')} failed or went missing that did not in ${before.label}: ${few(wrong)}`,
          tests: wrong,
        };
  },
  'not-below-release': ({ subject, release, quarantine }) => {
    if (release === null) return open('no build of this project is marked as a release');
    const [now, then] = [rateOf(subject, quarantine), rateOf(release, quarantine)];
    const numbers = `${percent(now)} passed, ${percent(then)} in ${release.label}`;
    return now >= then
      ? { holds: true, reason: numbers, tests: [] }
      : { holds: false, reason: `below the last release: ${numbers}`, tests: [] };
  },
  'no-new-flaky': ({ before, newlyFlaky, quarantine }) => {
    if (before === null) return open('there is no earlier build to compare with');
    const wrong = newlyFlaky.filter((key) => quarantine.entryOf(key) === undefined);
    return wrong.length === 0
      ? { holds: true, reason: `no test has become flaky since ${before.label}`, tests: [] }
      : {
          holds: false,
          reason: `${counted(wrong.length, 'test')} became flaky since ${before.label}: ${few(wrong)}`,
          tests: wrong,
        };
  },
};

function open(reason: string): Omit<GateVerdict, 'gate'> {
  return { holds: null, reason, tests: [] };
}

/** Over the tests that were executed, quarantined failures left out. */
function rateOf({ tests }: Named, quarantine: Quarantine): number {
  const judged = worstOfEach(tests).filter(
    ({ key, outcome }) =>
      judgementOf(outcome) !== null && !(isFailing(outcome) && quarantine.entryOf(key) !== undefined),
  );
  const passed = judged.filter(({ outcome }) => !isFailing(outcome)).length;
  return passed / Math.max(judged.length, 1);
}

function counted(amount: number, noun: string): string {
  return amount === 1 ? `1 ${noun}` : `${amount} ${noun}s`;
}

const shownTests = 5;

function few(keys: readonly string[]): string {
  const shown = keys.slice(0, shownTests).join(', ');
  return keys.length > shownTests ? `${shown} and ${keys.length - shownTests} more` : shown;
}
