import { createParser } from './create-parser.ts';
import { knownPatterns } from './pattern/known.ts';
import type { PatternSettings } from './pattern/options.ts';
import { noSummary } from './pattern/pattern.ts';
import type { ParsedResults, ResultFormat } from './types.ts';

/** What a sample of output looks like, and what was read from it that way. */
export interface DetectedFormat {
  readonly format: ResultFormat;
  /** For `pattern`: the expressions that fit. */
  readonly pattern: PatternSettings | null;
  readonly results: ParsedResults;
}

/** Formats that need nothing but text and are told by a line of their own. */
export type TextFormat = Exclude<ResultFormat, 'pattern' | 'golden' | 'exit-code'>;

const documents = ['junit', 'robot', 'nunit', 'trx', 'twister'] as const satisfies readonly TextFormat[];
/** Formats that are a file of their own; the others are lines among others. */
export type DocumentFormat = (typeof documents)[number];

export function isDocument(format: string): format is DocumentFormat {
  return documents.some((document) => document === format);
}

/**
 * A line that only this format prints, in order of precedence: `ctest -V` repeats what its programs print, so it comes
 * first; TAP, whose lines are the plainest, comes after all other tests. Of blank lines or digits without end none takes
 * longer than its length: `\s` would go over the ends of lines.
 */
export const formatSignatures: readonly (readonly [TextFormat, RegExp])[] = [
  ['junit', /<testsuites?[\s>]/],
  ['robot', /<robot\s[^>]{0,400}generat|"generator"\s*:\s*"(?:Robot|Rebot)\b/],
  ['nunit', /<test-(?:run|results)[\s>]/],
  ['trx', /<TestRun[\s>]/],
  ['twister', /"testsuites"\s*:\s*\[/],
  ['ctest', /^[ \t]*\d{1,3}% tests passed, \d+ tests? failed out of \d+/m],
  ['ztest', /Running TESTSUITE |PROJECT EXECUTION /],
  ['gtest', /^\[={10}\] Running \d+ tests?/m],
  ['catch', /^test cases:\s*\d+ \||^All tests passed \(.* in \d+ test cases?\)|^(?:Passed|Failed) .*test cases? /m],
  ['cpputest', /^(?:OK|Errors) \(.*\d+ tests, \d+ ran, \d+ checks/m],
  ['check', /^\d+%: Checks: \d+, Failures: \d+, Errors: \d+/m],
  ['cunit', /^(?:--)?Run Summary: +Type +Total/m],
  ['unity', /\d Tests \d{1,9} Failures \d{1,9} Ignored/],
  ['tap', /^(?:\[ *[\d.]+\])?[ \t]*(?:K?TAP version \d+|1\.\.\d+)\b/m],
  [
    'bmc',
    /"#LogEntry|"@odata\.id"\s*:|"severity"\s*:\s*"(?:OK|Warning|Critical)"|^[ \t]*[0-9a-f]{1,8} *[|,] *(?:\d\d\/\d\d\/\d\d|Pre-?Init)|^"?(?:(?:record |sel |event )?id|severity|date)"? *[,;|].*\b(?:event|message|description)\b/im,
  ],
  [
    'hardware-map',
    /^[ \t]*[-[{][-[{ \t]{0,20}(?:available|baud|connected|fixtures|id|notes|platform|probe_id|product|runner|serial|serial_pty) *:|^ +(?:aliases|matches|tags|acquired):/m,
  ],
];

/** Lines that are left of a program that died before it wrote its summary; they count when no other line does. */
export const weakSignatures: typeof formatSignatures = [
  ['gtest', /^\[ RUN {6}\] \S/m],
  ['ctest', /^[ \t]*\d+\/\d+ Test[ \t]+#\d+: /m],
  ['unity', /:\d+:[A-Za-z_]\w*:(?:PASS|FAIL|IGNORE)\b/],
  ['check', /^[^:\n]+:\d+:[PFES]:[^:\n]*:[^:\n]*:\d+:/m],
  ['cunit', /^ {2}Test: .* \.{3}/m],
  ['tap', /^(?:\[ *[\d.]+\])?[ \t]*(?:not )?ok \d+\b/m],
];

/**
 * Recognises the format of a test program's output. A format counts only when its parser finds tests in the sample. Null
 * when nothing does: then all that can be read is the exit code.
 */
export function detectFormat(sample: string): DetectedFormat | null {
  const text = sample.replaceAll('\r\n', '\n');
  for (const [format, signature] of formatSignatures) {
    if (!signature.test(text)) continue;
    const results = read(createParser(format, {}), text);
    if (results.cases.length > 0) return { format, pattern: null, results };
  }
  return bestPattern(text);
}

/**
 * The expression that reads the most tests; one whose summary is there goes before one without. One without must read as
 * many passes as any summary counts that it finds there, else it overlooks lines.
 */
function bestPattern(text: string): DetectedFormat | null {
  const readings = knownPatterns
    .map((pattern) => ({ format: 'pattern', pattern, results: read(createParser('pattern', pattern), text) }) as const)
    .filter(({ results }) => results.counts.total > 0);
  const counted = readings.flatMap(({ results: { complete, incompleteBecause, counts } }) =>
    complete || incompleteBecause === noSummary ? [] : [counts.passed],
  );
  const [best] = readings
    .filter(({ results: { complete } }) => complete)
    .filter(
      ({ pattern, results: { counts } }) =>
        pattern.summary !== undefined || counted.every((passed) => passed === counts.passed),
    )
    .toSorted(
      (a, b) =>
        Number(b.pattern.summary !== undefined) - Number(a.pattern.summary !== undefined) ||
        b.results.counts.total - a.results.counts.total,
    );
  return best ?? null;
}

function read(parser: ReturnType<typeof createParser>, text: string): ParsedResults {
  parser.push(text);
  return parser.end();
}
