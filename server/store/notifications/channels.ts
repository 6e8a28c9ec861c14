import { DatabaseError, type Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { ChannelKind } from '#lib/notify/channel.ts';

export interface StoredChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: ChannelKind;
  /** Where it leads in a few words; the address itself never leaves the server. */
  readonly target: string;
  readonly enabled: boolean;
  readonly createdBy: string;
}

/** All channels by name. */
export async function channels(pool: Pool): Promise<StoredChannel[]> {
  const { rows } = await pool.query(
    `SELECT id, name, kind, coalesce(target, '') AS target, enabled, created_by AS "createdBy" FROM channel ORDER BY lower(name)`,
  );
  return rows as StoredChannel[];
}

/** Writes a new channel whose address and secret are sealed. */
export async function insertChannel(
  pool: Pool,
  channel: { id: string; name: string; kind: ChannelKind; target: string; sealed: string; by: string },
): Promise<void> {
  const { id, name, kind, target, sealed, by } = channel;
  try {
    await pool.query(
      'INSERT INTO channel (id, name, kind, target, sealed, created_by) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, name, kind, target, sealed, by],
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'channel_name_key')
      throw new DomainError('CONFLICT', `There is a channel named ${name} already.`, { next: 'Choose another name.' });
    throw error;
  }
}

/** Channels that an older release has left unsealed. */
export async function plainChannels(
  pool: Pool,
): Promise<{ id: string; kind: string; config: unknown; secret: string | null }[]> {
  const { rows } = await pool.query('SELECT id, kind, config, secret FROM channel WHERE sealed IS NULL');
  return rows;
}

/** Puts a sealed text in the place of what a channel holds in the clear. */
export async function sealStoredChannel(
  pool: Pool,
  id: string,
  { target, sealed }: { target: string; sealed: string },
): Promise<void> {
  await pool.query('UPDATE channel SET sealed = $2, target = $3, config = NULL, secret = NULL WHERE id = $1', [
    id,
    sealed,
    target,
  ]);
}

/** Turns a channel on or off: one that is off gets nothing new. */
export async function enableChannel(pool: Pool, id: string, enabled: boolean): Promise<void> {
  const { rowCount } = await pool.query('UPDATE channel SET enabled = $2 WHERE id = $1', [id, enabled]);
  if (rowCount === 0) throw new DomainError('NOT_FOUND', 'That channel is gone.');
}

/** Removes a channel with its rules; what it delivered stays in the log. */
export async function removeChannel(pool: Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM channel WHERE id = $1', [id]);
}

/** Sends a test through one channel, which says nothing to anybody else; gives the delivery's id. */
export async function testChannel(
  pool: Pool,
  id: string,
  { by, maxAttempts }: { by: string; maxAttempts: number },
): Promise<string> {
  const { rows } = await pool.query(
    `WITH told AS (
       INSERT INTO notice (kind, person, actor, fanned_at) SELECT 'channel.test', $2, $2, clock_timestamp() FROM channel WHERE id = $1 RETURNING id)
     INSERT INTO delivery (notice_id, channel_id, channel_name, channel_kind, status, max_attempts)
     SELECT told.id, c.id, c.name, c.kind, 'queued', $3 FROM told, channel c WHERE c.id = $1 RETURNING id`,
    [id, by, maxAttempts],
  );
  const [delivery] = rows as { id: string }[];
  if (delivery === undefined) throw new DomainError('NOT_FOUND', 'That channel is gone.');
  return delivery.id;
}
