import type { Connection } from '#lib/boards/connections.ts';
import type { Bench } from '#server/boards/drivers/driver.ts';
import { type OpenBoard, openBoard } from '#server/boards/drivers/open-board.ts';
import type { Site } from '../environment.ts';

/** The board that a run holds: who it is, how it is reached, and who listens to its console. */
export interface BoardAtHand {
  readonly name: string;
  readonly serial: string | null;
  readonly connections: readonly Connection[];
  /** The board's own folder on this runner. */
  readonly folder: string;
  readonly secret: Bench['secret'];
  /** Receives everything that its console prints while a run reads it, for those who watch. */
  readonly record?: (bytes: Buffer) => void;
}

/** Works with a board, and frees all its connections whatever happens. */
export async function withBoard<Result>(
  { name, serial, connections, folder, secret }: BoardAtHand,
  { marker, watchdog }: Pick<Site, 'marker' | 'watchdog'>,
  work: (board: OpenBoard) => Promise<Result>,
): Promise<Result> {
  const bench: Bench = { board: { name, serial }, folder, marker, secret, ...(watchdog && { watchdog }) };
  const board = openBoard(connections, bench);
  try {
    return await work(board);
  } finally {
    await board.close();
  }
}
