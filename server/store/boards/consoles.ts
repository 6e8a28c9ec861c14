import { DatabaseError, type Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';
import { boardColumns, boardOf } from './board-row.ts';
import { servedBy } from './served.ts';

/** A talk with a board, under a lease. Times are epoch milliseconds. */
export interface ConsoleSession {
  readonly id: string;
  readonly boardId: string;
  readonly leaseId: string;
  readonly askedBy: string;
  readonly askedAt: number;
  readonly openedAt: number | null;
  readonly closedAt: number | null;
  readonly closedBecause: string | null;
  /** When the rules for keeping took what was said; null while it can be shown again. */
  readonly recordingGoneAt: number | null;
}

const ms = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::float8`;
const columns = `s.id, s.board_id AS "boardId", s.lease_id AS "leaseId", s.asked_by AS "askedBy", ${ms('s.asked_at')} AS "askedAt",
  ${ms('s.opened_at')} AS "openedAt", ${ms('s.closed_at')} AS "closedAt", s.closed_because AS "closedBecause", ${ms('s.recording_gone_at')} AS "recordingGoneAt"`;

/**
 * The session that is open on a board under this lease, or a new one, which a runner opens; with a `runnerId` that one has
 * it open already. Null when another lease's is still open.
 */
export async function openConsole(
  pool: Pool,
  wanted: { boardId: string; leaseId: string; askedBy: string; runnerId?: string },
): Promise<ConsoleSession | null> {
  await pool.query(
    `INSERT INTO console_session (board_id, lease_id, asked_by, runner_id, opened_at)
     SELECT $1, id, $3, $4::uuid, CASE WHEN $4::uuid IS NOT NULL THEN clock_timestamp() END FROM lease
     WHERE id = $2 AND ended_at IS NULL AND expires_at > clock_timestamp()
     ON CONFLICT (board_id) WHERE closed_at IS NULL DO NOTHING`,
    [wanted.boardId, wanted.leaseId, wanted.askedBy, wanted.runnerId ?? null],
  );
  const { rows } = await pool.query<ConsoleSession>(
    `SELECT ${columns} FROM console_session s WHERE s.board_id = $1 AND s.lease_id = $2 AND s.closed_at IS NULL`,
    [wanted.boardId, wanted.leaseId],
  );
  return rows[0] ?? null;
}

export interface TakenConsole {
  readonly session: string;
  readonly leaseId: string;
  readonly board: Board;
}

/** Takes consoles that somebody waits for and this runner reaches. */
export async function takeConsoles(pool: Pool, runnerId: string): Promise<TakenConsole[]> {
  const { rows } = await pool.query<{ session: string; leaseId: string }>(
    `WITH open AS (
       SELECT s.id FROM console_session s JOIN board b ON b.id = s.board_id
       WHERE s.closed_at IS NULL AND s.runner_id IS NULL AND ${servedBy} FOR UPDATE OF s SKIP LOCKED
     ), taken AS (
       UPDATE console_session s SET runner_id = $1 FROM open WHERE s.id = open.id RETURNING s.id, s.lease_id, s.board_id
     )
     SELECT t.id AS session, t.lease_id AS "leaseId", ${boardColumns} FROM taken t JOIN board b ON b.id = t.board_id`,
    [runnerId],
  );
  return rows.map(({ session, leaseId, ...board }) => ({ session, leaseId, board: boardOf(board) }));
}

export async function noteConsoleOpen(pool: Pool, session: string): Promise<void> {
  await pool.query('UPDATE console_session SET opened_at = clock_timestamp() WHERE id = $1 AND opened_at IS NULL', [
    session,
  ]);
}

/** Closes a session; one that is closed already keeps its reason. */
export async function closeConsole(pool: Pool, session: string, because: string): Promise<void> {
  await pool.query(
    'UPDATE console_session SET closed_at = clock_timestamp(), closed_because = $2 WHERE id = $1 AND closed_at IS NULL',
    [session, because],
  );
}

/** Closes what runners had open that are no more. */
export async function closeLostConsoles(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE console_session s SET closed_at = clock_timestamp(), closed_because = 'the runner that had it open is gone'
     WHERE closed_at IS NULL AND EXISTS (SELECT 1 FROM runner r WHERE r.id = s.runner_id AND r.ended_at IS NOT NULL)`,
  );
}

/** Those of these sessions that are closed by now, with the reason. */
export async function closedAmong(pool: Pool, sessions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; because: string }>(
    'SELECT id, closed_because AS because FROM console_session WHERE id = ANY($1) AND closed_at IS NOT NULL',
    [sessions],
  );
  return new Map(rows.map(({ id, because }) => [id, because]));
}

/** Sessions of a board, newest first. */
export async function consolesOf(pool: Pool, boardId: string, limit: number): Promise<ConsoleSession[]> {
  const { rows } = await pool.query<ConsoleSession>(
    `SELECT ${columns} FROM console_session s WHERE s.board_id = $1 ORDER BY s.asked_at DESC LIMIT $2`,
    [boardId, limit],
  );
  return rows;
}

/** Throws NOT_FOUND. */
export async function consoleNamed(pool: Pool, session: string): Promise<ConsoleSession> {
  const { rows } = await pool.query<ConsoleSession>(`SELECT ${columns} FROM console_session s WHERE s.id::text = $1`, [
    session,
  ]);
  if (rows[0] !== undefined) return rows[0];
  throw new DomainError('NOT_FOUND', 'There is no such console session.', {
    next: 'Open the console of the board again.',
  });
}

/** A session whose recording can be shown. Throws NOT_FOUND for one that the rules for keeping took. */
export function withRecording(talk: ConsoleSession): ConsoleSession {
  if (talk.recordingGoneAt === null) return talk;
  throw new DomainError(
    'NOT_FOUND',
    `What was said is gone since ${new Date(talk.recordingGoneAt).toISOString()}: recordings of consoles are kept for a limited time.`,
  );
}

/** Something that was said on a console. */
export interface Word {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly way: 'in' | 'out';
  readonly saidBy: string | null;
  readonly bytes: Buffer;
}

const closed = 'FL003';

/** Keeps what the board said. */
export async function keepOutput(pool: Pool, session: string, bytes: Buffer): Promise<void> {
  await pool.query(`INSERT INTO console_chunk (session_id, way, bytes) VALUES ($1, 'out', $2)`, [session, bytes]);
}

/** Says something to the board. Throws REFUSED when the console is closed, whatever the reason. */
export async function sayToBoard(
  pool: Pool,
  session: string,
  { bytes, by }: { bytes: Buffer; by: string },
): Promise<void> {
  try {
    await pool.query(`INSERT INTO console_chunk (session_id, way, said_by, bytes) VALUES ($1, 'in', $2, $3)`, [
      session,
      by,
      bytes,
    ]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== closed) throw error;
    throw new DomainError('REFUSED', 'The console is closed: its lease is over.', {
      next: 'Reserve the board and open its console again.',
      cause: error,
    });
  }
}

/** What was said after a word, in order. */
export async function wordsAfter(
  pool: Pool,
  session: string,
  { after, way = null, limit }: { after: number; way?: Word['way'] | null; limit: number },
): Promise<Word[]> {
  const { rows } = await pool.query<Word>(
    `SELECT id::float8 AS id, ${ms('at')} AS at, way, said_by AS "saidBy", bytes FROM console_chunk
     WHERE session_id = $1 AND id > $2 AND ($3::text IS NULL OR way = $3) ORDER BY id LIMIT $4`,
    [session, after, way, limit],
  );
  return rows;
}
