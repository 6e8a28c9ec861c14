import { type FileDiff, type ParsedDiff, pathOf } from './parsed-diff.ts';

export interface FileStat {
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
}

export interface DiffStat {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
  readonly perFile: readonly FileStat[];
}

/** Counts files and lines as `git diff --stat` does; a binary file counts no lines. */
export function statOf(diff: Pick<ParsedDiff, 'files'>): DiffStat {
  const perFile = diff.files.map((file) => ({
    path: pathOf(file),
    additions: count(file, 'add'),
    deletions: count(file, 'delete'),
  }));
  return {
    files: perFile.length,
    additions: perFile.reduce((sum, file) => sum + file.additions, 0),
    deletions: perFile.reduce((sum, file) => sum + file.deletions, 0),
    perFile,
  };
}

function count(file: FileDiff, kind: 'add' | 'delete'): number {
  return file.hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
}
