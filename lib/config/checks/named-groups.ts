/** The names of the groups in a regular expression; null when it is not one. */
export function namedGroups(pattern: string): string[] | null {
  try {
    // With an empty alternative the expression matches anything, and the match lists every group.
    return Object.keys(new RegExp(`${pattern}|`, 'u').exec('')?.groups ?? {});
  } catch {
    return null;
  }
}
