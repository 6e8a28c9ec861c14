import picomatch from 'picomatch';

/** `nocase` for what must not be touched: some file systems do not tell `Tests` from `tests`. */
export type Matcher = (path: string) => boolean;

/**
 * Whether a path fits one of the patterns: `*` within a folder, `**` across folders; hidden files and names with a
 * newline included.
 * A pattern that names a folder means everything in it.
 */
export function matcherOf(patterns: readonly string[], { nocase = false }: { nocase?: boolean } = {}): Matcher {
  const key = JSON.stringify([nocase, ...patterns]);
  const isMatch = matchers.get(key) ?? picomatch(withFolders(patterns), { dot: true, flags: nocase ? 'si' : 's' });
  if (matchers.size === mostMatchers) matchers.clear();
  matchers.set(key, isMatch);
  return (path) => isMatch(path);
}

/** Reading patterns costs more than asking them, and those of a project are asked in each iteration. */
const matchers = new Map<string, Matcher>();
const mostMatchers = 100;

/** The patterns, and for each the one that matches everything below it. */
export function withFolders(patterns: readonly string[]): string[] {
  return patterns.map((pattern) => pattern.replace(/\/+$/, '')).flatMap((pattern) => [pattern, `${pattern}/**`]);
}
