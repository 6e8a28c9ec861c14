/** A line of source: `path:line`. */
export type LineKey = `${string}:${number}`;

export function lineKey(path: string, line: number): LineKey {
  return `${path}:${line}`;
}

export function placeOf(key: LineKey): { path: string; line: number } {
  const at = key.lastIndexOf(':');
  return { path: key.slice(0, at), line: Number(key.slice(at + 1)) };
}

/** What one test executed. */
export interface TestTrace {
  readonly test: string;
  readonly failed: boolean;
  readonly lines: ReadonlySet<LineKey>;
  /** Not a test but a part of one, between two lines of its output. */
  readonly isPart?: true;
}
