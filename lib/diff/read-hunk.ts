import type { DiffLine, DiffProblem, Hunk } from './parsed-diff.ts';

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(?: ?(.*))?$/;

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { ' ': 'context', '+': 'add', '-': 'delete' };

export interface ReadHunk {
  readonly hunk: Hunk | null;
  readonly end: number;
  readonly problem: DiffProblem | null;
}

/** Reads the hunk whose `@@` line is at `start` (0-based). The header's counts decide where it ends, as they do for git. */
export function readHunk(lines: readonly string[], start: number): ReadHunk {
  const header = HEADER.exec(lines[start] ?? '');
  if (!header) return { hunk: null, end: start + 1, problem: { line: start + 1, text: 'this is not a hunk header' } };
  const range = {
    oldStart: Number(header[1]),
    oldCount: Number(header[2] ?? 1),
    newStart: Number(header[3]),
    newCount: Number(header[4] ?? 1),
  };
  const { body, end, complete } = readBody(lines, start + 1, range);
  const hunk = { ...range, section: header[5] ?? '', lines: body };
  return { hunk, end, problem: complaint(lines, start, end, complete) ?? misshapen(body, start) };
}

type Range = Pick<Hunk, 'oldStart' | 'oldCount' | 'newStart' | 'newCount'>;

function readBody(lines: readonly string[], start: number, range: Range) {
  const body: DiffLine[] = [];
  const left = { old: range.oldCount, new: range.newCount };
  let at = start;
  while (left.old > 0 || left.new > 0) {
    const line = lines[at];
    const kind = line === undefined ? undefined : kindOf(line);
    if (line === undefined || kind === undefined) break;
    const inOld = kind !== 'add';
    const inNew = kind !== 'delete';
    if ((inOld && left.old === 0) || (inNew && left.new === 0)) break;
    const noNewline = lines[at + 1]?.startsWith('\\ ') ?? false;
    body.push({
      kind,
      text: KINDS[line.charAt(0)] ? line.slice(1) : line,
      oldLine: inOld ? range.oldStart + range.oldCount - left.old : null,
      newLine: inNew ? range.newStart + range.newCount - left.new : null,
      noNewline,
    });
    left.old -= Number(inOld);
    left.new -= Number(inNew);
    at += noNewline ? 2 : 1;
  }
  return { body, end: at, complete: left.old === 0 && left.new === 0 };
}

/** An empty line is a context line whose only blank was trimmed on the way, which git accepts too. */
function kindOf(line: string): DiffLine['kind'] | undefined {
  return line === '' || line === '\r' ? 'context' : KINDS[line.charAt(0)];
}

function complaint(lines: readonly string[], start: number, end: number, complete: boolean): DiffProblem | null {
  if (!complete)
    return { line: end + 1, text: `the hunk of line ${start + 1} ends before the lines its header announces` };
  const next = goingOn(lines, end);
  if (next !== null)
    return { line: next + 1, text: `the hunk of line ${start + 1} has more lines than its header announces` };
  if (/^\*\*\* (?:Update|Add|Delete) File:/.test(lines[end] ?? ''))
    return { line: end + 1, text: 'this is another form of patch: give all of it as a unified diff' };
  return null;
}

/** What follows a hunk though it belongs to it: a line at once, or changes after context and blank lines. Lists and rules are prose. */
function goingOn(lines: readonly string[], end: number): number | null {
  const first = lines[end] ?? '';
  if (isAfterHunk(lines, end) || /^ .+ \| +(?:\d+|Bin)/.test(first)) return null;
  if (/^[ +-]/.test(first) && first.trim() !== '') return end;
  for (let at = end; at < lines.length && /^(?:[ +-]|\s*$)/.test(lines[at] ?? ''); at += 1) {
    if (isAfterHunk(lines, at)) return null;
    if (/^[+-](?:[^ +-]| {2}|\t)|^\s+@@ -\d/.test(lines[at] ?? '')) return at;
  }
  return null;
}

/** What git would take for damage, or join to one line. */
function misshapen(body: readonly DiffLine[], start: number): DiffProblem | null {
  const line = start + 1;
  if (body.every(({ kind }) => kind === 'context')) return { line, text: `the hunk of line ${line} changes nothing` };
  const sides = (['add', 'delete'] as const).map((other) => body.filter(({ kind }) => kind !== other));
  if (sides.some((side) => side.slice(0, -1).some(({ noNewline }) => noNewline)))
    return { line, text: `the hunk of line ${line} has a line after one that ends its file without a newline` };
  return null;
}

/** A mail's signature line or the next file's header also begin with a minus. */
function isAfterHunk(lines: readonly string[], at: number): boolean {
  return /^-- ?$/.test(lines[at] ?? '') || startsPlainFile(lines, at);
}

/** Whether a diff without a git header begins here: `--- old`, `+++ new`, `@@`. */
export function startsPlainFile(lines: readonly string[], at: number): boolean {
  return (
    (lines[at]?.startsWith('--- ') ?? false) &&
    (lines[at + 1]?.startsWith('+++ ') ?? false) &&
    (lines[at + 2]?.startsWith('@@ ') ?? false)
  );
}
