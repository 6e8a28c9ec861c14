import type { Connection } from '#lib/boards/connections.ts';
import type { Watchdog } from '#server/process/watchdog.ts';
import type { BoardCapabilities } from './capabilities.ts';

/** Where a driver works, and for which board. */
export interface Bench {
  readonly board: { readonly name: string; readonly serial: string | null };
  /** A folder of this board on the runner, for images and state. It exists. */
  readonly folder: string;
  /** Carried by each child process. */
  readonly marker: string;
  readonly watchdog?: Watchdog;
  /** The secret of this name; null when the runner does not have it. */
  readonly secret: (name: string) => Promise<string | null>;
}

/** One connection to one board. Opening does nothing yet; nothing is left of it after `close`. */
export interface Driver extends Partial<BoardCapabilities> {
  close(): Promise<void>;
}

export type DriverOf<Type extends Connection['type']> = (
  connection: Extract<Connection, { type: Type }>,
  bench: Bench,
) => Driver;
