const named = 3;

/** The first names of a list: `a, b, c and 4 more`. */
export function nameSome(names: readonly string[]): string {
  const rest = names.length - named;
  return rest > 0 ? `${names.slice(0, named).join(', ')} and ${rest} more` : names.join(', ');
}
