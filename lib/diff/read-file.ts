import { NO_FILE, type PathPair, pathOfFileLine, withoutPrefixes } from './header-paths.ts';
import type { DiffProblem, FileDiff, Hunk } from './parsed-diff.ts';
import { type GitHeader, readGitHeader } from './read-git-header.ts';
import { readHunk } from './read-hunk.ts';

export interface ReadFile {
  readonly file: FileDiff | null;
  readonly end: number;
  readonly problems: readonly DiffProblem[];
}

/** Reads one file of a git diff, from its `diff --git` line at `start` (0-based). */
export function readGitFile(lines: readonly string[], start: number): ReadFile {
  const { header, end: afterHeader } = readGitHeader(lines, start);
  const named = readFileLines(lines, afterHeader);
  const binaryPatch = readBinaryPatch(lines, named?.end ?? afterHeader);
  const { hunks, end, problems } = readHunks(lines, binaryPatch.end);
  const paths = agreedPaths(header, named?.paths ?? null);
  if (typeof paths === 'string') return { file: null, end, problems: [{ line: start + 1, text: paths }, ...problems] };
  const binary = header.binary || binaryPatch.lines.length > 0;
  const file: FileDiff = {
    oldPath: header.change === 'add' ? null : paths.oldPath,
    newPath: header.change === 'delete' ? null : paths.newPath,
    kind: header.change ?? (isModeOnly(header, hunks, binary) ? 'mode' : 'modify'),
    oldMode: header.change === 'add' ? null : header.oldMode,
    newMode: header.change === 'delete' ? null : header.newMode,
    index: header.index,
    binary,
    binaryPatch: binaryPatch.lines,
    hunks,
    line: start + 1,
  };
  return { file, end, problems };
}

/** Reads one file of a diff without git header, from its `--- ` line at `start` (0-based). */
export function readPlainFile(lines: readonly string[], start: number): ReadFile {
  const named = readFileLines(lines, start);
  const { hunks, end, problems } = readHunks(lines, named?.end ?? start + 1);
  const paths = withoutPrefixes(named?.paths ?? { oldPath: NO_FILE, newPath: NO_FILE });
  const only = hunks.length === 1 ? hunks[0] : undefined;
  const added = paths.oldPath === NO_FILE || (only?.oldStart === 0 && only.oldCount === 0);
  const deleted = paths.newPath === NO_FILE || (only?.newStart === 0 && only.newCount === 0);
  if (added && deleted)
    return { file: null, end, problems: [{ line: start + 1, text: 'neither side names a file' }, ...problems] };
  const path = oneName(paths);
  const file: FileDiff = {
    oldPath: added ? null : deleted ? paths.oldPath : path,
    newPath: deleted ? null : added ? paths.newPath : path,
    kind: added ? 'add' : deleted ? 'delete' : 'modify',
    oldMode: null,
    newMode: null,
    index: null,
    binary: false,
    binaryPatch: [],
    hunks,
    line: start + 1,
  };
  return { file, end, problems };
}

/** Without git's header nothing says "renamed": of `main.c.orig` and `main.c` the one is a copy that `diff` compared with. Git's own choice. */
function oneName({ oldPath, newPath }: PathPair): string {
  return newPath.startsWith(oldPath) ? oldPath : newPath;
}

function readFileLines(lines: readonly string[], at: number): { paths: PathPair; end: number } | null {
  const [first, second] = [lines[at] ?? '', lines[at + 1] ?? ''];
  if (!first.startsWith('--- ') || !second.startsWith('+++ ')) return null;
  return { paths: { oldPath: pathOfFileLine(first.slice(4)), newPath: pathOfFileLine(second.slice(4)) }, end: at + 2 };
}

function readHunks(lines: readonly string[], start: number) {
  const hunks: Hunk[] = [];
  const problems: DiffProblem[] = [];
  let at = start;
  while (lines[at]?.startsWith('@@ ')) {
    const read = readHunk(lines, at);
    if (read.hunk) hunks.push(read.hunk);
    if (read.problem) problems.push(read.problem);
    at = read.end;
  }
  return { hunks, end: at, problems };
}

/** `literal 12`, `delta 7`, base-85 lines (no blanks) and the empty lines between. */
function readBinaryPatch(lines: readonly string[], start: number): { lines: string[]; end: number } {
  if (lines[start] !== 'GIT binary patch') return { lines: [], end: start };
  let end = start + 1;
  while (end < lines.length && /^(?:(?:literal|delta) \d+|[A-Za-z][!-~]+|)$/.test(lines[end] ?? '')) end += 1;
  const body = lines.slice(start + 1, end);
  while (body.at(-1) === '') body.pop();
  return { lines: body, end };
}

/** Git refuses a diff whose header and `---`/`+++` lines name different files, and so does this; a sentence says why. */
function agreedPaths(header: GitHeader, named: PathPair | null): PathPair | string {
  if (header.oldPath === null || header.newPath === null) {
    const paths = named ? withoutPrefixes(named) : null;
    if (!paths) return 'the header does not say which file changes';
    return {
      oldPath: paths.oldPath === NO_FILE ? paths.newPath : paths.oldPath,
      newPath: paths.newPath === NO_FILE ? paths.oldPath : paths.newPath,
    };
  }
  const paths = { oldPath: header.oldPath, newPath: header.newPath };
  if (named === null) return paths;
  const sides = withoutPrefixes(named);
  const agrees = (side: string, path: string, missing: boolean) => (side === NO_FILE ? missing : side === path);
  return agrees(sides.oldPath, paths.oldPath, header.change === 'add') &&
    agrees(sides.newPath, paths.newPath, header.change === 'delete')
    ? paths
    : `the header names ${paths.oldPath} and ${paths.newPath}, the lines below it ${sides.oldPath} and ${sides.newPath}`;
}

function isModeOnly(header: GitHeader, hunks: readonly Hunk[], binary: boolean): boolean {
  return hunks.length === 0 && !binary && header.oldMode !== header.newMode;
}
