import { judgeAttempts } from './attempts.ts';
import { countCases } from './count.ts';
import { createIdentity, type IdentityRule } from './identity.ts';
import { capped, defaultLimits, type Limits } from './limits.ts';
import { cleanText } from './text/clean-text.ts';
import type { Attempt, Fault, ParsedResults, ResultFormat, ResultWarning, TestCase, TestStatus } from './types.ts';

/** One result as a parser meets it. */
export interface CaseDraft {
  suite: string;
  name: string;
  status: TestStatus;
  message?: string | undefined;
  reason?: string | undefined;
  durationMs?: number | undefined;
  file?: string | undefined;
  line?: number | undefined;
  /** Attempts before this one that the format records inside the same entry. */
  earlier?: readonly Attempt[];
}

/** What a second result with the same suite and name means in a format: another try, or another test. */
export type Repeats = 'attempts' | 'distinct';

export interface CollectorOptions {
  format: ResultFormat;
  repeats: Repeats;
  limits?: Partial<Limits> | undefined;
  identityRules?: readonly IdentityRule[] | undefined;
}

/** Where a parser puts what it finds. */
export interface Collector {
  readonly limits: Limits;
  add(draft: CaseDraft): void;
  /** Adds passing tests that the output counted but never named. */
  addCounted(suite: string, count: number): void;
  warn(line: number | null, text: string): void;
  /** Only the first fault is kept: the others follow from it. */
  fault(fault: Fault): void;
  /** Only the first reason is kept. */
  incomplete(because: string): void;
  cleaned(characters: number): void;
  finish(): ParsedResults;
}

const shortMessageChars = 200;

/** Collects cases, gives each its key, joins attempts, and holds everything within the limits. */
export function createCollector({ format, repeats, identityRules, ...options }: CollectorOptions): Collector {
  const limits = { ...defaultLimits, ...options.limits };
  const identify = createIdentity(identityRules);
  const cases = new Map<string, TestCase>();
  /** From suite and name as written to the key they were given, to recognise a further attempt. */
  const given = new Map<string, string>();
  /** From suite and name as written to the key they ask for, which others may ask for as well. */
  const wantedKeys = new Map<string, string>();
  const repeated = new Map<string, number>();
  /** Results beyond the limit of repeats, which are counted and not stored. */
  const surplus = new Map<string, number>();
  const counted = new Map<string, number>();
  const warnings: ResultWarning[] = [];
  let unshownWarnings = 0;
  let cleanedCharacters = 0;
  let messageChars = 0;
  let fault: Fault | undefined;
  let incompleteBecause: string | undefined;

  const collector: Collector = {
    limits,
    add(draft) {
      if (repeats === 'distinct' && isFull()) return;
      const suite = tidy(draft.suite);
      const name = tidy(draft.name);
      const written = `${suite}\n${name}`;
      const known = cases.get(given.get(written) ?? '');
      if (known !== undefined && repeats === 'attempts') {
        cases.set(known.key, joined(known, attemptsOf(draft), limits.attempts));
        return;
      }
      if (isFull()) return;
      const wanted = wantedKeys.get(written) ?? identify(suite, name);
      wantedKeys.set(written, wanted);
      if (isTooOften(wanted)) return;
      const key = nextFreeKey(wanted);
      given.set(written, key);
      store(key, suite, name, draft, 'named');
    },
    addCounted(suite, count) {
      for (let left = count; left > 0; left -= 1) {
        if (isFull()) return;
        const number = (counted.get(suite) ?? 0) + 1;
        counted.set(suite, number);
        const name = `passed #${number}`;
        store(nextFreeKey(identify(suite, name)), suite, name, { suite, name, status: 'passed' }, 'counted');
      }
    },
    warn(line, text) {
      if (warnings.length < limits.warnings) warnings.push({ line, text });
      else unshownWarnings += 1;
    },
    fault(found) {
      fault ??= found;
    },
    incomplete(because) {
      incompleteBecause ??= because;
    },
    cleaned(characters) {
      cleanedCharacters += characters;
    },
    finish() {
      const all = [...cases.values()];
      for (const [key, more] of surplus)
        warnings.push({ line: null, text: `${key} came ${limits.repeats + more} times: ${more} are not kept` });
      if (unshownWarnings > 0) warnings.push({ line: null, text: `${unshownWarnings} more warnings are not shown` });
      return {
        format,
        cases: all,
        counts: countCases(all),
        warnings,
        complete: incompleteBecause === undefined,
        incompleteBecause,
        fault,
        cleanedCharacters,
      };
    },
  };
  return collector;

  function store(key: string, suite: string, name: string, draft: CaseDraft, origin: TestCase['origin']): void {
    const attempts = attemptsOf(draft);
    const [first = { status: draft.status }, ...later] = attempts;
    const { status, flaky } = judgeAttempts(first, later);
    const told = attempts.at(-1)?.message;
    cases.set(key, {
      key,
      suite,
      name,
      rawName: capped(cleanText(draft.name).text, limits.messageChars),
      status,
      message: draft.message === undefined ? undefined : told,
      reason: draft.message === undefined ? told : undefined,
      durationMs: draft.durationMs,
      file: draft.file === undefined ? undefined : tidy(draft.file),
      line: draft.line,
      attempts,
      flaky,
      origin,
    });
  }

  /** The last attempt is the draft itself; what it says is its message or its reason. */
  function attemptsOf({ status, durationMs, earlier = [], ...draft }: CaseDraft): Attempt[] {
    const text = draft.message ?? draft.reason;
    return [...earlier, { status, message: text === undefined ? undefined : message(text), durationMs }];
  }

  function nextKey(key: string): string {
    const number = (repeated.get(key) ?? 1) + 1;
    repeated.set(key, number);
    return nextFreeKey(`${key} (${number})`);
  }

  function nextFreeKey(key: string): string {
    return cases.has(key) ? nextKey(key) : key;
  }

  /** A program that prints one name for ever has stopped testing. */
  function isTooOften(key: string): boolean {
    if ((repeated.get(key) ?? 1) < limits.repeats) return false;
    surplus.set(key, (surplus.get(key) ?? 0) + 1);
    collector.incomplete(`${key} came more than ${limits.repeats} times: the rest was not kept`);
    return true;
  }

  function isFull(): boolean {
    if (cases.size < limits.cases) return false;
    const because = `more than ${limits.cases} tests: the rest was not kept`;
    if (incompleteBecause !== because) collector.warn(null, because);
    collector.incomplete(because);
    return true;
  }

  function tidy(text: string): string {
    return capped(cleanText(text).text.trim(), limits.nameChars);
  }

  /** When all messages together are long, the further ones are short. */
  function message(text: string): string {
    const room = Math.max(limits.allMessageChars - messageChars, shortMessageChars);
    const kept = capped(cleanText(text).text.trim(), Math.min(limits.messageChars, room));
    messageChars += kept.length;
    return kept;
  }
}

/** Of more attempts than the limit, the first ones and the latest are kept. */
function joined(known: TestCase, further: readonly Attempt[], limit: number): TestCase {
  const attempts = [...known.attempts, ...further];
  attempts.splice(limit - 1, Math.max(attempts.length - limit, 0));
  const [first = { status: known.status }, ...later] = attempts;
  const { status, flaky, decisive } = judgeAttempts(first, later);
  return { ...known, status, flaky, attempts, message: decisive.message, durationMs: decisive.durationMs };
}
