import type { FileDiff } from './parsed-diff.ts';

/** A text with a file's changes made at the lines that the diff names; null when it does not stand there as the diff says. */
export function applyHunks(before: string, { hunks }: Pick<FileDiff, 'hunks'>): string | null {
  const old = before.split('\n');
  const made: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, lines } of hunks) {
    const start = oldCount === 0 ? oldStart : oldStart - 1;
    if (start < at || start > old.length) return null;
    for (const line of old.slice(at, start)) made.push(line);
    at = start;
    for (const { kind, text } of lines) {
      if (kind !== 'add') {
        if (old[at] !== text) return null;
        at += 1;
      }
      if (kind !== 'delete') made.push(text);
    }
  }
  return [...made, ...old.slice(at)].join('\n');
}
