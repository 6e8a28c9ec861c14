import { tellsTrouble } from '#lib/format/log-trouble.ts';
import { cleanText } from '#lib/results/text/clean-text.ts';

/** A piece of a log as an agent is shown it. */
export interface LogWindow {
  readonly place: 'whole' | 'trouble' | 'end' | 'beginning';
  /** Number of its first line, from 1. */
  readonly firstLine: number;
  readonly text: string;
}

/** A log of up to so many lines is shown whole. */
const wholeLines = 60;
const headLines = 10;
const tailLines = 30;
/** Lines around one that tells of trouble. */
const around = 4;
const mostTroubles = 6;
const longestLine = 300;

/**
 * What an agent is shown of a log of any length: lines around those that tell of trouble, the first ones first; its end; its
 * beginning. What a terminal would not show is left out, long lines are cut.
 */
export function logWindows(log: string): LogWindow[] {
  const lines = cleanText(log).text.trimEnd().split(/\r?\n/).map(cut);
  const window = (place: LogWindow['place'], from: number, to: number): LogWindow => ({
    place,
    firstLine: from + 1,
    text: lines.slice(from, to).join('\n'),
  });
  if (lines.length <= wholeLines) return lines.join('').trim() === '' ? [] : [window('whole', 0, lines.length)];
  const end = lines.length - tailLines;
  const troubles = troublesIn(lines.slice(headLines, end));
  return [
    ...troubles.map(({ from, to }) => window('trouble', from + headLines, to + headLines)),
    window('end', end, lines.length),
    window('beginning', 0, headLines),
  ];
}

/** Ranges of lines around trouble; those that touch become one. */
function troublesIn(lines: readonly string[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (!tellsTrouble(line)) continue;
    const next = { from: Math.max(0, at - around), to: Math.min(lines.length, at + around + 1) };
    const open = ranges.at(-1);
    if (open !== undefined && next.from <= open.to && next.to - open.from <= wholeLines) open.to = next.to;
    else if (ranges.length < mostTroubles) ranges.push({ ...next, from: Math.max(next.from, open?.to ?? 0) });
    else break;
  }
  return ranges;
}

function cut(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()} … ${line.length} characters`;
}
