import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Board } from '#lib/boards/board.ts';
import { connectionsSchema } from '#lib/boards/connections.ts';
import type { BoardAtHand } from '#server/environments/board/board-at-hand.ts';
import { boardSecrets } from './secret-of.ts';

/** A board of the inventory as this runner works with it: with a folder of its own, and the runner's secrets. */
export async function atHand({ id, name, serial, connections: written }: Board, home: string): Promise<BoardAtHand> {
  const folder = join(home, 'boards', id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const connections = connectionsSchema.parse(written);
  return { name, serial, connections, folder, secret: boardSecrets(home) };
}
