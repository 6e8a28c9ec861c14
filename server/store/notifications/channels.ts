import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { ChannelInput } from '#lib/notify/channel.ts';
import { jsonb } from '../jsonb.ts';

export interface StoredChannel {
  readonly id: string;
  readonly name: string;
  readonly channel: ChannelInput;
  /** Whether it has a secret; what that is never leaves the server. */
  readonly hasSecret: boolean;
  readonly enabled: boolean;
  readonly createdBy: string;
}

/** All channels by name. */
export async function channels(pool: Pool): Promise<StoredChannel[]> {
  const { rows } = await pool.query(
    `SELECT id, name, jsonb_build_object('kind', kind, 'config', config) AS channel, secret IS NOT NULL AS "hasSecret", enabled,
       created_by AS "createdBy" FROM channel ORDER BY lower(name)`,
  );
  return rows as StoredChannel[];
}

/** Writes a new channel; gives its id. */
export async function insertChannel(
  pool: Pool,
  channel: { name: string; channel: ChannelInput; secret: string | null; by: string },
): Promise<string> {
  const id = randomUUID();
  const { name, secret, by } = channel;
  const { kind, config } = channel.channel;
  try {
    await pool.query(
      'INSERT INTO channel (id, name, kind, config, secret, created_by) VALUES ($1, $2, $3, $4::jsonb, $5, $6)',
      [id, name, kind, jsonb({ ...config }), secret, by],
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'channel_name_key')
      throw new DomainError('CONFLICT', `There is a channel named ${name} already.`, { next: 'Choose another name.' });
    throw error;
  }
  return id;
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
