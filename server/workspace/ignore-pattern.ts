/** A line of a `.gitignore` in the root of a tree that means exactly this path. */
export function ignorePattern(path: string): string {
  return `/${path.replace(/[\\*?[\] !#]/g, '\\$&')}`;
}
