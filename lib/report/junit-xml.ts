/** One test as a JUnit file tells it. */
export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  /** Null where it is not known how long it took. */
  readonly ms: number | null;
  /** What it came to when it is no plain pass: the words of Surefire and pytest. */
  readonly verdicts: readonly JunitVerdict[];
}

export interface JunitVerdict {
  readonly element: 'failure' | 'error' | 'skipped' | 'flakyFailure' | 'flakyError' | 'rerunFailure' | 'rerunError';
  readonly message: string;
  readonly type?: string;
}

/** Characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Tests as a JUnit file with a suite for each of theirs, for tools that know no other format. */
export function junitXml(title: string, cases: readonly JunitCase[]): string {
  const suites = Map.groupBy(cases, ({ suite }) => suite);
  const all = [...suites].map(([suite, own]) => suiteXml(suite, own)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(title)}"${countsOf(cases)}>\n${all}</testsuites>\n`;
}

function suiteXml(suite: string, cases: readonly JunitCase[]): string {
  return `<testsuite name="${escaped(suite)}"${countsOf(cases)}>\n${cases.map(caseXml).join('')}</testsuite>\n`;
}

function countsOf(cases: readonly JunitCase[]): string {
  const having = (wanted: JunitVerdict['element']) =>
    cases.filter(({ verdicts }) => verdicts.some(({ element }) => element === wanted)).length;
  const seconds = cases.reduce((sum, { ms }) => sum + Number(secondsOf(ms ?? 0)), 0).toFixed(3);
  return ` tests="${cases.length}" failures="${having('failure')}" errors="${having('error')}" skipped="${having('skipped')}" time="${seconds}"`;
}

function caseXml({ name, ms, verdicts }: JunitCase): string {
  const time = ms === null ? '' : ` time="${secondsOf(ms)}"`;
  const start = `  <testcase name="${escaped(name)}"${time}`;
  return verdicts.length === 0 ? `${start}/>\n` : `${start}>${verdicts.map(verdictXml).join('')}</testcase>\n`;
}

function verdictXml({ element, message, type }: JunitVerdict): string {
  return `<${element}${type === undefined ? '' : ` type="${escaped(type)}"`} message="${escaped(message)}"/>`;
}

function secondsOf(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

/** White space in an attribute is read as a blank unless it is written as a number. */
function escaped(text: string): string {
  return text
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}
