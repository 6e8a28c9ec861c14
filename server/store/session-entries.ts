import type { Pool } from 'pg';
import { wellFormed } from '#lib/format/well-formed.ts';
import { tell } from './tell.ts';

/** What is said in a brain session: in the coding session, or between the brain and its judge. */
export type Conversation = 'session' | 'brain';
export type EntryKind =
  | 'instruction'
  | 'text'
  | 'tool'
  | 'result'
  | 'signal'
  | 'question'
  | 'answer'
  | 'check'
  | 'summary';

export interface NewSessionEntry {
  readonly turn: number;
  readonly conversation: Conversation;
  readonly kind: EntryKind;
  /** What it is about: the tool, the side of a review, the signal. */
  readonly subject: string;
  readonly text: string;
  /** Hash of the whole, where the text is only its beginning. */
  readonly artifact: string | null;
}

export interface SessionEntry extends NewSessionEntry {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A text longer than this is kept as an artifact beside its beginning. */
export const longestEntry = 20_000;

/** Adds lines to the conversations of a run, in order, and tells whoever watches it. */
export async function insertSessionEntries(
  pool: Pool,
  of: { readonly runId: string; readonly activityId: string },
  entries: readonly NewSessionEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const column = (read: (entry: NewSessionEntry) => string | number | null) => entries.map(read);
  await pool.query({
    name: 'insert-session-entries',
    text: `INSERT INTO session_entry (run_id, activity_id, turn, conversation, kind, subject, text, artifact)
           SELECT $1::uuid, $2::uuid, e.turn, e.conversation, e.kind, e.subject, e.text, e.artifact FROM
             unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
             WITH ORDINALITY AS e(turn, conversation, kind, subject, text, artifact, n) ORDER BY e.n`,
    values: [
      of.runId,
      of.activityId,
      column(({ turn }) => turn),
      column(({ conversation }) => conversation),
      column(({ kind }) => kind),
      column(({ subject }) => wellFormed(subject).slice(0, 400)),
      column(({ text }) => wellFormed(text).slice(0, longestEntry)),
      column(({ artifact }) => artifact),
    ],
  });
  tell(pool, [['firmloop_log', of.runId]]);
}

/** The last lines of both conversations of a run until a time, in order. */
export async function sessionEntries(
  pool: Pool,
  { runId, until, limit }: { readonly runId: string; readonly until: Date | null; readonly limit: number },
): Promise<SessionEntry[]> {
  const { rows } = await pool.query(
    `SELECT * FROM (SELECT id::text, turn, conversation, kind, subject, text, artifact,
         round(extract(epoch FROM at) * 1000)::float8 AS at
       FROM session_entry WHERE run_id = $1 AND at <= $2 ORDER BY session_entry.id DESC LIMIT $3) AS last ORDER BY length(id), id`,
    [runId, until ?? 'infinity', limit],
  );
  return rows as SessionEntry[];
}
