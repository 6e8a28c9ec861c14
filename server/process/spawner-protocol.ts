import type { Mark } from './environment.ts';
import type { ProcessEnd } from './outcome.ts';

/** What the spawner is to start, as a leader of its own session. */
export interface SpawnOrder {
  readonly id: number;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly marks: readonly Mark[];
  /** Whether the child gets a stdin, and descriptor 3 to write to. */
  readonly stdin: boolean;
  readonly report: boolean;
  /** Set where a spare is to be kept for the next order with the same key, and may serve this one. */
  readonly spareKey?: string;
}

/**
 * What became of an order. `lines` are the connections that the child's stdout, stderr, stdin and descriptor 3 are, in
 * this order; those that are `unused` nobody will ask for.
 */
export type SpawnerWord =
  | { readonly id: number; readonly pid: number; readonly lines: readonly number[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } }
  | { readonly id: number; readonly ended: ProcessEnd }
  | { readonly unused: readonly number[] };

/** A connection begins with its number in so many bytes, the most significant first. */
export const lineNumberBytes = 4;
