import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { NoticeKind } from '#lib/notify/kinds.ts';
import { noSuchThing } from '../people/no-such-thing.ts';

/** Which notices go out through a channel; null narrows nothing down. */
export interface NoticeRule {
  readonly channelId: string;
  readonly events: readonly NoticeKind[];
  readonly projectId: string | null;
  readonly person: string | null;
}

export interface StoredRule extends NoticeRule {
  readonly id: string;
  readonly channel: string;
  readonly project: string | null;
  readonly createdBy: string;
}

export async function noticeRules(pool: Pool): Promise<StoredRule[]> {
  const { rows } = await pool.query(
    `SELECT r.id, r.channel_id AS "channelId", c.name AS channel, r.events, r.project_id AS "projectId", p.name AS project, r.person,
       r.created_by AS "createdBy"
     FROM notice_rule r JOIN channel c ON c.id = r.channel_id LEFT JOIN project p ON p.id = r.project_id ORDER BY r.created_at`,
  );
  return rows as StoredRule[];
}

export async function insertRule(pool: Pool, rule: NoticeRule & { by: string }): Promise<string> {
  const id = randomUUID();
  const { channelId, events, projectId, person, by } = rule;
  const inserted = pool.query(
    'INSERT INTO notice_rule (id, channel_id, events, project_id, person, created_by) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, channelId, events, projectId, person, by],
  );
  await inserted.catch(noSuchThing);
  return id;
}

export async function removeRule(pool: Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM notice_rule WHERE id = $1', [id]);
}
