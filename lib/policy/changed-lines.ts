import type { DiffLine, FileDiff } from '#lib/diff/parsed-diff.ts';

/** What comes after this many characters is not looked at, so a longer line is a finding of its own. */
export const LONGEST_LINE = 1000;

/** A line that a patch adds or takes away. Lines that only moved or changed their indentation are left out. */
export interface ChangedLine {
  readonly kind: 'add' | 'delete';
  /** The line as it stands, up to {@link LONGEST_LINE} characters. */
  readonly text: string;
  /** How many characters the whole line has. */
  readonly length: number;
  /** The line without comments and without what stands in string literals. */
  readonly code: string;
  /** What stands in its string literals, each with its quotes. */
  readonly strings: string;
  /** 1-based, in the new file for added lines, else in the old one. */
  readonly line: number;
}

/** The lines of a file that really come or go. */
export function changedLines(file: FileDiff): ChangedLine[] {
  const all = file.hunks.flatMap(({ lines }) => lines).flatMap(toChangedLine);
  const added = counts(all.filter(({ kind }) => kind === 'add'));
  const deleted = counts(all.filter(({ kind }) => kind === 'delete'));
  const moved = new Map([...added].map(([text, count]) => [text, Math.min(count, deleted.get(text) ?? 0)]));
  const left = { add: new Map(moved), delete: new Map(moved) };
  return all.filter(({ kind, text }) => {
    const still = left[kind].get(text.trim()) ?? 0;
    left[kind].set(text.trim(), still - 1);
    return still <= 0;
  });
}

function toChangedLine(line: DiffLine): ChangedLine[] {
  if (line.kind === 'context') return [];
  const text = line.text.slice(0, LONGEST_LINE);
  const place = line.newLine ?? line.oldLine ?? 0;
  return [
    { kind: line.kind, text, length: line.text.length, code: codeOf(text), strings: stringsOf(text), line: place },
  ];
}

/** Strings, single characters and comments. Few characters stand between single quotes: in `1'000` there is one quote alone. */
const literals = /"(?:\\.|[^"\\])*"|'(?:\\.[^']{0,8}|[^'\\]{1,4})'|\/\/.*|\/\*.*?(?:\*\/|$)/g;

/** Comments and the insides of string literals as blanks; a block comment that began on an earlier line is not known here. */
function codeOf(text: string): string {
  const blank = text.replace(literals, (part) => (part.startsWith('/') ? ' ' : '""'));
  return (hasOpenString(blank) ? text : blank).replace(/^\s*\*(?:\s.*)?$/, '');
}

/** The whole line where a string may come from the line before: what is inside and what is not cannot be told then. */
function stringsOf(text: string): string {
  const parts = text.match(literals) ?? [];
  const isPart = /\\\s*$/.test(text) || hasOpenString(text.replace(literals, ''));
  return isPart ? text : parts.filter((part) => part.startsWith('"')).join(' ');
}

/** Whether a quote is left over when the literals of a line are blanks. */
function hasOpenString(blank: string): boolean {
  return blank.replaceAll('""', '').includes('"') && !/\\\s*$/.test(blank);
}

function counts(lines: readonly ChangedLine[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { text } of lines) found.set(text.trim(), (found.get(text.trim()) ?? 0) + 1);
  return found;
}
