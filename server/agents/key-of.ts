/** The key in an environment variable of the runner; null when it is not set. Keys stand nowhere else. */
export function keyOf(variable: string): string | null {
  const value = process.env[variable];
  return value === undefined || value === '' ? null : value;
}
