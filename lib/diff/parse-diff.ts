import type { DiffProblem, FileDiff, ParsedDiff } from './parsed-diff.ts';
import { readGitFile, readPlainFile } from './read-file.ts';
import { startsPlainFile } from './read-hunk.ts';

/**
 * Reads a git or unified diff of any number of files. Never throws: what cannot be read becomes a problem with its line,
 * and a diff with problems must not be applied. What is applied afterwards should be `printDiff` of the answer,
 * so that exactly what was checked reaches the tree.
 */
export function parseDiff(text: string): ParsedDiff {
  const lines = toLines(text);
  const files: FileDiff[] = [];
  const problems: DiffProblem[] = [];
  const begin = firstFile(lines);
  let at = begin;
  while (at < lines.length) {
    const reader = readerAt(lines, at);
    if (reader) {
      const read = reader(lines, at);
      if (read.file) files.push(read.file);
      problems.push(...read.problems);
      at = read.end;
    } else {
      const text = strayTrouble(lines[at] ?? '');
      if (text) problems.push({ line: at + 1, text });
      at += 1;
    }
  }
  const preamble = lines.slice(0, begin).join('\n');
  return { preamble, files, problems: files.length + problems.length === 0 ? [missing(text)] : problems };
}

/** A diff that went through a text-mode pipe has a carriage return after each line, its headers included: one is taken off everywhere. */
function toLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const header = lines[firstFile(lines)];
  return header?.endsWith('\r') ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}

function firstFile(lines: readonly string[]): number {
  const first = lines.findIndex((line, at) => readerAt(lines, at) || strayTrouble(line));
  return first < 0 ? lines.length : first;
}

function readerAt(lines: readonly string[], at: number) {
  if (lines[at]?.startsWith('diff --git ')) return readGitFile;
  return startsPlainFile(lines, at) ? readPlainFile : null;
}

/** Between files git ignores any text; these lines, however, mean that part of a change would be lost. */
function strayTrouble(line: string): string | null {
  if (/^diff --(?:cc|combined) /.test(line))
    return 'a merge in combined form cannot be applied: give a diff against one parent';
  if (/^@@ -\d/.test(line)) return 'a hunk without a file: its ---/+++ lines are missing';
  return null;
}

function missing(text: string): DiffProblem {
  return { line: 1, text: text.trim() === '' ? 'the diff is empty' : 'no diff found in this text' };
}
