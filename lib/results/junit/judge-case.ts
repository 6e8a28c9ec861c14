import type { CaseDraft } from '../collector.ts';
import { secondsToMs } from '../text/duration.ts';
import type { Attempt, TestStatus } from '../types.ts';
import { wordTable } from '../word-table.ts';
import { type VerdictElement, verdictElements } from './vocabulary.ts';

/** One child of a test case that says how it ended. */
export interface Verdict {
  element: VerdictElement;
  type: string;
  message: string;
}

/** A `<testcase>` as read. */
export interface JunitCase {
  attributes: Readonly<Record<string, string>>;
  verdicts: readonly Verdict[];
  /** The end of its system-out and system-err. */
  output: string;
}

/** Twister's kinds of skip; everything else is an ordinary skip. */
const skipTypes = wordTable<TestStatus>({ filtered: 'not_run', build: 'not_run', untested: 'not_run' });

/** GoogleTest and CTest say without a child that a test was not executed. */
const skippedWords: ReadonlySet<string> = new Set(['suppressed', 'skipped', 'disabled', 'notrun']);

/** CTest writes `notrun` with these for a real skip, and with any other message for what it counts as failed. */
const ctestSkip = /^(?:SKIP_|Disabled$|$)/;

/** How the case ended: a failure outweighs an error, an error a skip; no child means passed unless an attribute says otherwise. */
export function judgeCase({ attributes, verdicts, output }: JunitCase): Omit<CaseDraft, 'suite' | 'name'> {
  const durationMs = secondsToMs(attributes.time);
  const own = verdicts.filter(({ element }) => !verdictElements[element].isEarlier);
  const retries = verdicts.filter(({ element }) => verdictElements[element].isEarlier).map(toAttempt);
  const decisive = ['failure', 'error', 'skipped']
    .map((name) => own.filter(({ element }) => element === name))
    .find(some);
  const first = decisive?.[0];
  if (first === undefined) return { ...withoutVerdict(attributes, output), durationMs, earlier: retries };

  const said =
    decisive
      ?.map((verdict) => verdict.message)
      .filter(Boolean)
      .join('\n\n') ?? '';
  const message = said || output || first.type;
  if (first.element !== 'skipped') {
    const { status } = verdictElements[first.element];
    return retries.length === 0 ? { status, message, durationMs } : rerun(status, message, durationMs, retries);
  }
  if (attributes.status === 'notrun' && attributes.result === undefined && !ctestSkip.test(first.message)) {
    return { status: 'error', message: output.includes(message) ? output : message, durationMs };
  }
  return { status: skipTypes.get(first.type) ?? 'skipped', reason: said || first.type || 'skipped', durationMs };
}

/** Surefire names the first attempt in `<failure>` and the later ones in `<rerunFailure>`. */
function rerun(status: TestStatus, message: string, durationMs: number | undefined, retries: readonly Attempt[]) {
  const last = retries.at(-1);
  return {
    status: last?.status ?? status,
    message,
    durationMs,
    earlier: [{ status, message }, ...retries.slice(0, -1)],
  };
}

function withoutVerdict(
  attributes: Readonly<Record<string, string>>,
  output: string,
): Pick<CaseDraft, 'status' | 'reason'> {
  const words = [attributes.result, attributes.status].filter((word) => word !== undefined);
  const word = words.find((each) => skippedWords.has(each));
  if (word === undefined || attributes.result === 'completed') return { status: 'passed' };
  return { status: 'skipped', reason: word === 'suppressed' || word === 'disabled' ? 'disabled' : output || 'skipped' };
}

function toAttempt({ element, message, type }: Verdict): Attempt {
  return { status: verdictElements[element].status, message: message || type };
}

function some(verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0;
}
