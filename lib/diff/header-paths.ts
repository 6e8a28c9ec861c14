import { readQuotedPath } from './quoted-path.ts';

export interface PathPair {
  readonly oldPath: string;
  readonly newPath: string;
}

/** What git and `diff -u` write in place of a file that does not exist. */
export const NO_FILE = '/dev/null';

/** Two paths of PATH_MAX (4096 bytes) each; every blank of a longer text would be tried as the place to split. */
const LONGEST_HEADER = 8_200;

/** The letters git may put before paths: a and b, or with diff.mnemonicPrefix c, i, o and w. */
const PREFIX = /^[abciow]\//;

/**
 * The two paths of `diff --git a/x b/y`, without their prefixes. Unquoted paths with spaces are ambiguous:
 * the split whose halves are equal wins (git's own rule), else the one before ` b/`; null when there is none.
 */
export function pathsOfGitHeader(rest: string): PathPair | null {
  const pairs = rest.length > LONGEST_HEADER ? [] : splits(rest);
  const pair = pairs.find(isSameFile) ?? pairs.find((each) => PREFIX.test(each.oldPath) && PREFIX.test(each.newPath));
  const chosen = pair ?? (pairs.length === 1 ? pairs[0] : undefined);
  return chosen ? withoutPrefixes(chosen) : null;
}

/** The path on a `--- ` or `+++ ` line: unquoted, and without the tab and time stamp that may follow. */
export function pathOfFileLine(rest: string): string {
  if (rest.startsWith('"')) {
    const quoted = readQuotedPath(rest, 0);
    if (quoted) return quoted.path;
  }
  return rest.split('\t', 1).join('');
}

/** The path on a `rename from ` or `copy to ` line, which carries no prefix. */
export function pathOfMoveLine(rest: string): string {
  return rest.startsWith('"') ? (readQuotedPath(rest, 0)?.path ?? rest) : rest;
}

/** Takes off the leading folder in which the two sides differ (`a/x` and `b/x`, `old/x` and `new/x`); equal paths stay as they are. */
export function withoutPrefixes({ oldPath, newPath }: PathPair): PathPair {
  if (oldPath === NO_FILE) return { oldPath, newPath: newPath.replace(PREFIX, '') };
  if (newPath === NO_FILE) return { oldPath: oldPath.replace(PREFIX, ''), newPath };
  if (oldPath === newPath) return { oldPath, newPath };
  if (PREFIX.test(oldPath) && PREFIX.test(newPath)) return { oldPath: tail(oldPath), newPath: tail(newPath) };
  if (tail(oldPath) === tail(newPath) && isBelowFolder(oldPath) && isBelowFolder(newPath))
    return { oldPath: tail(oldPath), newPath: tail(newPath) };
  return { oldPath, newPath };
}

function splits(rest: string): PathPair[] {
  if (rest.startsWith('"')) {
    const first = readQuotedPath(rest, 0);
    if (!first || rest.charAt(first.end) !== ' ') return [];
    return [{ oldPath: first.path, newPath: pathOfMoveLine(rest.slice(first.end + 1)) }];
  }
  if (rest.endsWith('"')) {
    const space = rest.indexOf(' "');
    const second = space < 0 ? null : readQuotedPath(rest, space + 1);
    return second?.end === rest.length ? [{ oldPath: rest.slice(0, space), newPath: second.path }] : [];
  }
  return [...rest.matchAll(/ /g)].map(({ index }) => ({
    oldPath: rest.slice(0, index),
    newPath: rest.slice(index + 1),
  }));
}

function isSameFile({ oldPath, newPath }: PathPair): boolean {
  return oldPath === newPath || (isBelowFolder(oldPath) && isBelowFolder(newPath) && tail(oldPath) === tail(newPath));
}

/** A relative path with a folder: an absolute one must stay visible as such. */
function isBelowFolder(path: string): boolean {
  return path.indexOf('/') > 0;
}

function tail(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}
