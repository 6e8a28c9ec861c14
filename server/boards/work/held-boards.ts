import type { Board } from '#lib/boards/board.ts';
import { atHand } from '#server/boards/at-hand.ts';
import { type OpenBoard, openBoard } from '#server/boards/drivers/open-board.ts';
import type { Watchdog } from '#server/process/watchdog.ts';

/** Boards that this runner has open, each under one lease: what is switched on for a person stays on until the lease ends. */
export interface HeldBoards {
  /** The board under this lease, opened when it is not; one under an earlier lease is closed first. */
  take(board: Board, leaseId: string): Promise<OpenBoard>;
  /** Leases under which boards are open. */
  leases(): string[];
  release(leaseId: string): Promise<void>;
  releaseAll(): Promise<void>;
}

interface Held {
  readonly leaseId: string;
  readonly open: OpenBoard;
}

export function createHeldBoards(home: string, watchdog: Watchdog | undefined): HeldBoards {
  const held = new Map<string, Held>();

  async function close(boardId: string): Promise<void> {
    const found = held.get(boardId);
    held.delete(boardId);
    await found?.open.close();
  }

  return {
    async take(board, leaseId) {
      const found = held.get(board.id);
      if (found?.leaseId === leaseId) return found.open;
      await close(board.id);
      const open = await openAt(board, { home, watchdog, marker: `board/${leaseId}` });
      held.set(board.id, { leaseId, open });
      return open;
    },
    leases: () => [...new Set([...held.values()].map(({ leaseId }) => leaseId))],
    async release(leaseId) {
      const ids = [...held].flatMap(([id, one]) => (one.leaseId === leaseId ? [id] : []));
      await Promise.all(ids.map(close));
    },
    releaseAll: async () => void (await Promise.all([...held.keys()].map(close))),
  };
}

/** Opens a board on this runner. */
export async function openAt(
  board: Board,
  { home, watchdog, marker }: { home: string; watchdog: Watchdog | undefined; marker: string },
): Promise<OpenBoard> {
  const { name, serial, connections, folder, secret } = await atHand(board, home);
  return openBoard(connections, { board: { name, serial }, folder, marker, secret, ...(watchdog && { watchdog }) });
}
