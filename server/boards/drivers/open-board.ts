import type { Connection } from '#lib/boards/connections.ts';
import type { BoardCapabilities } from './capabilities.ts';
import type { Bench, Driver } from './driver.ts';
import { openDriver } from './open-driver.ts';

/** A board with everything that its connections can do. */
export interface OpenBoard extends Partial<BoardCapabilities> {
  /** Frees all connections; settles in time and never rejects, whatever a driver does. */
  close(): Promise<void>;
}

/** Opens all connections of a board. Where two give the same capability, the one that is listed first does it. */
export function openBoard(connections: readonly Connection[], bench: Bench): OpenBoard {
  return combined(connections.map((connection) => openDriver(connection, bench)));
}

/** Several drivers as one board. */
export function combined(drivers: readonly Driver[]): OpenBoard {
  const capabilities: Partial<BoardCapabilities> = {};
  for (const { close: _close, ...given } of drivers.toReversed()) Object.assign(capabilities, given);
  return { ...capabilities, close: async () => void (await Promise.all(drivers.map((driver) => driver.close()))) };
}
