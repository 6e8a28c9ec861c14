import type { Pool } from 'pg';
import { keepOutput, openConsole } from '#server/store/boards/consoles.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** Stands for the runner of a session that an activity has open: it is closed by the end of the run's lease. */
const anActivity = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps what a board prints while a run reads it, so that people can watch. The session is begun by the first byte; a board
 * whose console is still another's is read without being recorded.
 */
export function recordRun(
  pool: Pool,
  held: { readonly boardId: string; readonly leaseId: string; readonly holder: string },
): (bytes: Buffer) => void {
  let recorder: Recorder | null = null;
  let session: Promise<string | null> | null = null;

  async function keep(piece: Buffer): Promise<void> {
    const { boardId, leaseId, holder } = held;
    session ??= openConsole(pool, { boardId, leaseId, askedBy: holder, runnerId: anActivity }).then(
      (one) => one?.id ?? null,
    );
    const id = await session;
    if (id !== null) await keepOutput(pool, id, piece);
  }

  return (bytes) => {
    recorder ??= createRecorder(keep);
    void recorder.write(bytes);
  };
}
