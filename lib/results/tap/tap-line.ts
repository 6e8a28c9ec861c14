/** One line of the Test Anything Protocol. */
export type TapLine =
  | { kind: 'version' }
  | { kind: 'plan'; first: number; last: number; skipAll: string | undefined }
  | { kind: 'point'; ok: boolean; number: number | undefined; name: string; directive: TapDirective | undefined }
  | { kind: 'subtest'; name: string }
  | { kind: 'bail'; why: string }
  | { kind: 'other' };

/** Directives are written in any case. */
export interface TapDirective {
  kind: 'skip' | 'todo';
  why: string;
}

const version = /^K?TAP version \d+/i;
const plan = /^(\d+)\.\.(\d+)\s*(?:#\s*(.*))?$/;
const point = /^(not )?ok(?=\s|$)\s*(\d+(?=\s|$))?\s*(?:-\s+)?(.*)$/;
const directive = /(?:^|[^\\])#\s*(skip|todo)(?:\S*)?\s*:?\s*(.*)$/i;
const subtest = /^# Subtest(?:: (.*))?$/;
const bail = /^Bail out!\s*(.*)$/;

/** Reads a line that has already lost its indentation. */
export function readTapLine(text: string): TapLine {
  if (version.test(text)) return { kind: 'version' };
  const range = plan.exec(text);
  if (range !== null) {
    const why = (range[3] ?? '').replace(/^skip\S*\s*:?\s*/i, '');
    const skipAll = Number(range[2]) < Number(range[1]) ? why || 'all tests are skipped' : undefined;
    return { kind: 'plan', first: Number(range[1]), last: Number(range[2]), skipAll };
  }
  const result = point.exec(text);
  if (result !== null) return readPoint(result);
  const inner = subtest.exec(text);
  if (inner !== null) return { kind: 'subtest', name: inner[1] ?? '' };
  const stopped = bail.exec(text);
  return stopped === null ? { kind: 'other' } : { kind: 'bail', why: stopped[1] ?? '' };
}

function readPoint(result: RegExpExecArray): TapLine {
  const description = result[3] ?? '';
  const found = directive.exec(description);
  const named = found === null ? description : description.slice(0, description.indexOf('#', found.index));
  return {
    kind: 'point',
    ok: result[1] === undefined,
    number: result[2] === undefined ? undefined : Number(result[2]),
    name: named.replace(/\\([#\\])/g, '$1').trim(),
    directive:
      found === null
        ? undefined
        : { kind: found[1]?.toLowerCase() === 'skip' ? 'skip' : 'todo', why: (found[2] ?? '').trim() },
  };
}
