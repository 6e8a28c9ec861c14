import { createLineParser, type ParserOptions } from '../line-parser.ts';
import { secondsToMs } from '../text/duration.ts';
import { type ResultParser, type TestStatus, testStatusSchema } from '../types.ts';
import { neverEnded } from '../unfinished.ts';
import { compilePattern } from './compile.ts';
import { type PatternSettings, patternSettingsSchema } from './options.ts';

export type PatternOptions = ParserOptions & PatternSettings;

/** Why a result is incomplete whose summary never came. */
export const noSummary = 'no line matches the summary expression';

/** Words that need no setting. */
const usualWords = {
  passed: ['pass', 'passed', 'ok', 'success', 'succeeded', '✓'],
  failed: ['fail', 'failed', 'not ok', 'failure', 'ko', '✗', '✘'],
  error: ['error', 'crash', 'crashed', 'abort', 'aborted', 'timeout'],
  skipped: ['skip', 'skipped', 'ignore', 'ignored', 'disabled'],
  not_run: ['not run', 'filtered'],
  infra: [],
} as const satisfies Record<TestStatus, readonly string[]>;

/**
 * A format described by the project: one expression for a result, one for the end. A status word that is in no list is
 * an error of its own, never a pass. Lines longer than the limit for patterns are not looked at, with a warning.
 */
export function createPatternParser(options: PatternOptions): ResultParser {
  const settings = patternSettingsSchema.parse(options);
  const pattern = compilePattern(
    settings.pattern,
    settings.statusWithoutWord === undefined ? ['name', 'status'] : ['name'],
  );
  const summary = settings.summary === undefined ? undefined : compilePattern(settings.summary, []);
  const statusOf = new Map(
    testStatusSchema.options.flatMap((status) =>
      (settings.words?.[status] ?? usualWords[status]).map((word) => [word.toLowerCase(), status] as const),
    ),
  );
  const announcing = new Set((settings.words?.started ?? []).map((word) => word.toLowerCase()));

  return createLineParser({ ...options, format: 'pattern', repeats: settings.repeats }, (collector) => {
    let seen = { passed: 0, failed: 0 };
    let hasEnded = false;
    let open: { suite: string; name: string } | undefined;
    /** Failures that the last summary counted and that have not come yet. */
    let unlisted: { found(): void; settle(): void } | undefined;

    return {
      line(text, number) {
        if (text.length > collector.limits.patternLineChars) {
          collector.warn(number, `the line has ${text.length} characters; the pattern was not applied`);
          return false;
        }
        const groups = pattern.exec(text)?.groups;
        if (groups !== undefined) add(groups, number);
        const totals = summary?.exec(text);
        if (totals !== null && totals !== undefined) settle(totals.groups ?? {}, number);
        return groups !== undefined;
      },
      end() {
        if (open !== undefined) collector.add({ ...open, status: 'error', message: neverEnded });
        unlisted?.settle();
        if (summary !== undefined && !hasEnded) collector.incomplete(noSummary);
      },
    };

    function add(groups: Record<string, string | undefined>, number: number): void {
      const word = groups.status;
      const test = { suite: groups.suite ?? '', name: groups.name?.trim() || '(without a name)' };
      open = undefined;
      if (word !== undefined && announcing.has(word.trim().toLowerCase())) {
        open = test;
        return;
      }
      const known = word === undefined ? settings.statusWithoutWord : statusOf.get(word.trim().toLowerCase());
      const status = known ?? 'error';
      const said = known === undefined ? `the status "${word ?? ''}" is in no list of words` : groups.message;
      if (known === undefined) collector.warn(number, said ?? '');
      if (status === 'passed') seen.passed += 1;
      if (status === 'failed' || status === 'error') {
        seen.failed += 1;
        unlisted?.found();
      }
      collector.add({
        ...test,
        status,
        durationMs: secondsToMs(groups.duration),
        file: groups.file,
        line: groups.line === undefined ? undefined : Number.parseInt(groups.line, 10),
        ...(status === 'skipped' || status === 'not_run' ? { reason: said } : { message: said }),
      });
    }

    /**
     * Passing tests that are counted and not named are added without a name. A line that counts only passes, or only
     * failures, says nothing of the other kind, which another line may count.
     */
    function settle(groups: Record<string, string | undefined>, number: number): void {
      hasEnded = true;
      const totals = totalsOf(groups, seen.failed);
      const read = seen;
      const { passed = read.passed, failed = read.failed } = totals;
      const endsFailures = totals.failed !== undefined || totals.passed === undefined;
      const endsPasses = totals.passed !== undefined || totals.failed === undefined;
      seen = { passed: endsPasses ? 0 : read.passed, failed: endsFailures ? 0 : read.failed };
      if (endsFailures) unlisted?.settle();
      collector.addCounted('', passed - read.passed);
      if (failed === read.failed && passed >= read.passed) return;
      const because = `the summary counts ${passed} passed and ${failed} failed, ${read.passed} and ${read.failed} were read`;
      if (failed > read.failed) unlisted = missing(failed - read.failed, because, number);
      else collector.warn(number, because);
    }

    /** Some programs list their failures after the totals; those that never come are a gap. */
    function missing(count: number, because: string, line: number): NonNullable<typeof unlisted> {
      let left = count;
      return {
        found() {
          left -= 1;
          seen.failed -= 1;
          if (left === 0) unlisted = undefined;
        },
        settle() {
          collector.warn(line, because);
          collector.incomplete(because);
          unlisted = undefined;
        },
      };
    }
  });
}

interface Totals {
  readonly passed: number | undefined;
  readonly failed: number | undefined;
}

/** What a summary counts; undefined for what it does not tell. */
function totalsOf(groups: Record<string, string | undefined>, failedSoFar: number): Totals {
  const [total, passed, failed] = [groups.total, groups.passed, groups.failed].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  if (total === undefined) return { passed, failed };
  const failing = failed ?? total - (passed ?? total - failedSoFar);
  return { passed: passed ?? total - failing, failed: failing };
}
