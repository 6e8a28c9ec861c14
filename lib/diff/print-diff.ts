import { NO_FILE } from './header-paths.ts';
import type { DiffLine, FileDiff, Hunk, ParsedDiff } from './parsed-diff.ts';
import { writePath } from './quoted-path.ts';

const SIGNS = { context: ' ', add: '+', delete: '-' } as const satisfies Record<DiffLine['kind'], string>;

/** Writes a parsed diff in git's own form, ready for `git apply`. The preamble is left out. */
export function printDiff(diff: Pick<ParsedDiff, 'files'>): string {
  return diff.files
    .flatMap(printFile)
    .map((line) => `${line}\n`)
    .join('');
}

function printFile(file: FileDiff): string[] {
  const oldPath = file.oldPath ?? file.newPath ?? '';
  const newPath = file.newPath ?? file.oldPath ?? '';
  return [
    `diff --git ${writePath(`a/${oldPath}`)} ${writePath(`b/${newPath}`)}`,
    ...modeLines[file.kind](file),
    ...moveLines(file, oldPath, newPath),
    ...indexLines(file),
    ...binaryLines(file, oldPath, newPath),
    ...hunkLines(file, oldPath, newPath),
  ];
}

const modeLines = {
  add: (file) => [`new file mode ${file.newMode ?? '100644'}`],
  delete: (file) => [`deleted file mode ${file.oldMode ?? '100644'}`],
  modify: changedMode,
  rename: changedMode,
  copy: changedMode,
  mode: changedMode,
} as const satisfies Record<FileDiff['kind'], (file: FileDiff) => string[]>;

function changedMode({ oldMode, newMode }: FileDiff): string[] {
  return oldMode === newMode || oldMode === null || newMode === null
    ? []
    : [`old mode ${oldMode}`, `new mode ${newMode}`];
}

function moveLines({ kind }: FileDiff, oldPath: string, newPath: string): string[] {
  if (kind !== 'rename' && kind !== 'copy') return [];
  return [`${kind} from ${writePath(oldPath)}`, `${kind} to ${writePath(newPath)}`];
}

/** An index line repeats a mode that did not change, so that a symbolic link stays recognisable as one. */
function indexLines({ index, oldMode, newMode }: FileDiff): string[] {
  if (index === null) return [];
  return [oldMode === newMode && newMode !== null ? `index ${index} ${newMode}` : `index ${index}`];
}

function binaryLines(file: FileDiff, oldPath: string, newPath: string): string[] {
  if (!file.binary) return [];
  const [left, right] = sides(file, oldPath, newPath);
  return file.binaryPatch.length > 0
    ? ['GIT binary patch', ...file.binaryPatch, '']
    : [`Binary files ${left} and ${right} differ`];
}

function hunkLines(file: FileDiff, oldPath: string, newPath: string): string[] {
  if (file.hunks.length === 0) return [];
  const [left, right] = sides(file, oldPath, newPath);
  return [`--- ${endPath(left)}`, `+++ ${endPath(right)}`, ...file.hunks.flatMap(printHunk)];
}

function sides(file: FileDiff, oldPath: string, newPath: string): [string, string] {
  return [
    file.oldPath === null ? NO_FILE : writePath(`a/${oldPath}`),
    file.newPath === null ? NO_FILE : writePath(`b/${newPath}`),
  ];
}

/** Git ends a path that holds a blank with a tab, so that no time stamp is read into it. */
function endPath(path: string): string {
  return path.includes(' ') ? `${path}\t` : path;
}

function printHunk(hunk: Hunk): string[] {
  const section = hunk.section === '' ? '' : ` ${hunk.section}`;
  return [
    `@@ -${hunk.oldStart},${hunk.oldCount} +${hunk.newStart},${hunk.newCount} @@${section}`,
    ...hunk.lines.flatMap((line) => [
      `${SIGNS[line.kind]}${line.text}`,
      ...(line.noNewline ? ['\\ No newline at end of file'] : []),
    ]),
  ];
}
