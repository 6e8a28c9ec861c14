import type { ProcessEnd } from './outcome.ts';

/** What the spawner is to start, as a leader of its own session. */
export interface SpawnOrder {
  readonly id: number;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the child gets a stdin, and descriptor 3 to write to. */
  readonly stdin: boolean;
  readonly report: boolean;
}

/** What became of an order. `lines` are the connections that the child's stdout, stderr, stdin and descriptor 3 are, in this order. */
export type SpawnerWord =
  | { readonly id: number; readonly pid: number; readonly lines: readonly number[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } }
  | { readonly id: number; readonly ended: ProcessEnd };

/** A connection begins with its number in so many bytes, the most significant first. */
export const lineNumberBytes = 4;
