import { type FileDiff, type ParsedDiff, pathOf } from './parsed-diff.ts';

/**
 * The text of a diff reduced to what it changes: two patches with equal text are the same attempt.
 * Ignored: order of files, positions of hunks, blank lines, and blanks in a line, except inside string literals
 * and in files where indentation means something. Context stays, since the same edit elsewhere is another attempt.
 */
export function fingerprintText(diff: Pick<ParsedDiff, 'files'>): string {
  return diff.files
    .map(fileText)
    .sort((a, b) => (a < b ? -1 : Number(a > b)))
    .join('\n');
}

function fileText(file: FileDiff): string {
  const normalise = LAYOUT_MATTERS.test(pathOf(file)) ? (text: string) => text.trimEnd() : withoutBlanks;
  const lines = file.hunks.flatMap((hunk) => [
    '@@',
    ...hunk.lines
      .map((line) => ({ sign: SIGNS[line.kind], text: normalise(line.text) }))
      .filter(({ text }) => text !== '')
      .map(({ sign, text }) => sign + text),
  ]);
  const modes = file.oldMode === file.newMode ? '' : `${file.oldMode}>${file.newMode}`;
  return [`${file.kind} ${file.oldPath}>${file.newPath} ${modes}`, ...lines, ...file.binaryPatch].join('\n');
}

const SIGNS = { context: ' ', add: '+', delete: '-' } as const;

const LAYOUT_MATTERS = /(?:^|\/)(?:GNU)?[Mm]akefile[^/]*$|\.(?:mk|py|ya?ml)$/;

const STRING = /("(?:\\.|[^"\\])*")/;

/** A blank counts only between two word characters (`return x`), where it separates. */
function withoutBlanks(line: string): string {
  return line
    .split(STRING)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\s+/g, ' ').replace(/ (?!\w)|(?<!\w) /g, '')))
    .join('')
    .trim();
}
