import picomatch from 'picomatch';

/** `nocase` for what must not be touched: some file systems do not tell `Tests` from `tests`. */
export type Matcher = (path: string) => boolean;

/**
 * Whether a path fits one of the patterns: `*` within a folder, `**` across folders; hidden files and names with a
 * newline included.
 * A pattern that names a folder means everything in it.
 */
export function matcherOf(patterns: readonly string[], options: { nocase?: boolean } = {}): Matcher {
  const isMatch = picomatch(withFolders(patterns), { dot: true, flags: options.nocase ? 'si' : 's' });
  return (path) => isMatch(path);
}

/** The patterns, and for each the one that matches everything below it. */
export function withFolders(patterns: readonly string[]): string[] {
  return patterns.map((pattern) => pattern.replace(/\/+$/, '')).flatMap((pattern) => [pattern, `${pattern}/**`]);
}
