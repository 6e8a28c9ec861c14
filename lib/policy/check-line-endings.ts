import { type FileDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { counted } from '#lib/format/count.ts';
import { aboutFile, type Finding, type Policy } from './policy.ts';

/** Names a file whose lines end otherwise than before: it hides what else has changed, and no other rule looks at it. */
export function checkLineEndings(file: FileDiff, policy: Policy): Finding[] {
  const severity = policy.rules['line-endings'] ?? 'note';
  if (severity === 'off') return [];
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const gone = new Set(lines.filter(({ kind }) => kind === 'delete').map(({ text }) => text));
  const come = lines.filter(({ kind }) => kind === 'add').map(({ text }) => text);
  const ways = [
    { to: 'CRLF', lines: come.filter((text) => text.endsWith('\r') && gone.has(text.slice(0, -1))) },
    { to: 'LF', lines: come.filter((text) => gone.has(`${text}\r`)) },
  ];
  return ways
    .filter((way) => way.lines.length > 0)
    .map((way) =>
      aboutFile(
        severity,
        'line-endings',
        pathOf(file),
        `nothing but the ending of ${counted(way.lines.length, 'line')} changes, to ${way.to}`,
      ),
    );
}
