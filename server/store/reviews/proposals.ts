import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { plain } from '#lib/engine/plain.ts';
import { DomainError } from '#lib/errors.ts';
import { personBehind } from '#lib/review/person-behind.ts';
import { jsonb } from '../jsonb.ts';
import { storable } from '../storable.ts';
import { addEntry } from './entries.ts';
import { inReview } from './in-review.ts';
import { noticeAbout } from './notice-about.ts';
import { millis } from './review-row.ts';

/** A verdict that somebody proposes. */
export interface NewProposal {
  /** Chosen by the sender: the same id again is the same proposal again. */
  readonly id: string;
  readonly reviewId: string;
  readonly by: string;
  readonly decision: Json;
  readonly reason: string;
  /** The tests in the way, when the decision is to hold for later runs. */
  readonly carry: Json;
  /** The review that a carried decision comes from. */
  readonly carriedFrom?: number;
}

export interface StoredProposal {
  readonly id: string;
  readonly by: string;
  readonly decision: Json;
  readonly reason: string;
  readonly digest: string;
  readonly carry: Json;
  readonly status: 'open' | 'applied' | 'refused' | 'withdrawn' | 'overtaken';
  readonly at: number;
  readonly approvedBy: readonly string[];
}

/** Files a verdict with its author's approval. It takes the place of one that the author had proposed before. */
export async function propose(pool: Pool, proposal: NewProposal): Promise<void> {
  const { id, reviewId, by, decision, reason, carry, carriedFrom } = proposal;
  const digest = digestOf(decision, reason);
  await inReview(pool, reviewId, { closed: 'refused' }, async (client, review) => {
    const known = await client.query('SELECT 1 FROM review_proposal WHERE id = $1', [id]);
    if (known.rowCount !== 0) return;
    await withdrawOwn(client, reviewId, by);
    await client.query(
      'INSERT INTO review_proposal (id, review_id, by, decision, reason, digest, carry) VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7::jsonb)',
      [id, reviewId, by, jsonb(storable(decision)), storable(reason), digest, carry === null ? null : jsonb(carry)],
    );
    await client.query('INSERT INTO review_approval (proposal_id, person, digest) VALUES ($1, $2, $3)', [
      id,
      personBehind(by),
      digest,
    ]);
    const data = { proposal: id, decision, ...(carriedFrom === undefined ? {} : { from: carriedFrom }) };
    await addEntry(client, {
      reviewId,
      kind: carriedFrom === undefined ? 'proposed' : 'carried',
      by,
      text: reason,
      data,
    });
    if (review.approvals > 1)
      await noticeAbout(client, review, {
        kind: 'review.proposed',
        person: null,
        actor: by,
        data: { decision, reason },
      });
  });
}

/** Counts a person in favour of exactly the text with this digest. */
export async function approve(
  pool: Pool,
  { proposalId, reviewId, person, digest }: { proposalId: string; reviewId: string; person: string; digest: string },
): Promise<void> {
  await inReview(pool, reviewId, { closed: 'refused' }, async (client) => {
    const { rows } = await client.query('SELECT status, digest FROM review_proposal WHERE id = $1 AND review_id = $2', [
      proposalId,
      reviewId,
    ]);
    const proposal = rows[0] as { status: string; digest: string } | undefined;
    if (proposal?.status !== 'open')
      throw new DomainError('REFUSED', `That verdict is ${proposal?.status ?? 'not there'}.`, {
        next: 'Look at the discussion for what happened.',
      });
    if (proposal.digest !== digest)
      throw new DomainError('CONFLICT', 'That is not what has been proposed.', {
        next: 'Read the verdict again, then approve it.',
      });
    const { rowCount } = await client.query(
      'INSERT INTO review_approval (proposal_id, person, digest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [proposalId, personBehind(person), digest],
    );
    if (rowCount === 1)
      await addEntry(client, { reviewId, kind: 'approved', by: person, data: { proposal: proposalId } });
  });
}

/** Takes back what one has proposed oneself. */
export async function withdraw(pool: Pool, reviewId: string, by: string): Promise<void> {
  await inReview(pool, reviewId, { closed: 'refused' }, async (client) => {
    if (!(await withdrawOwn(client, reviewId, by)))
      throw new DomainError('REFUSED', 'You have proposed nothing that is still open.');
  });
}

async function withdrawOwn(client: PoolClient, reviewId: string, by: string): Promise<boolean> {
  const { rows } = await client.query(
    `UPDATE review_proposal SET status = 'withdrawn' WHERE review_id = $1 AND by = $2 AND status = 'open' RETURNING id`,
    [reviewId, by],
  );
  const [gone] = rows as { id: string }[];
  if (gone !== undefined) await addEntry(client, { reviewId, kind: 'withdrawn', by, data: { proposal: gone.id } });
  return gone !== undefined;
}

/** The run did not take it. */
export async function refuseProposal(pool: Pool, reviewId: string, proposalId: string, why: string): Promise<void> {
  await inReview(pool, reviewId, { closed: 'allowed' }, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE review_proposal SET status = 'refused' WHERE id = $1 AND status = 'open'`,
      [proposalId],
    );
    if (rowCount === 1)
      await addEntry(client, { reviewId, kind: 'refused', by: 'engine', text: why, data: { proposal: proposalId } });
  });
}

/** What has been proposed in a review, newest first. */
export async function proposalsOf(pool: Pool, reviewId: string): Promise<StoredProposal[]> {
  const { rows } = await pool.query(
    `SELECT id, by, decision, reason, digest, carry, status, ${millis('at')} AS at,
       ARRAY(SELECT person FROM review_approval a WHERE a.proposal_id = p.id AND a.digest = p.digest ORDER BY a.at) AS "approvedBy"
     FROM review_proposal p WHERE review_id = $1 ORDER BY p.at DESC LIMIT 100`,
    [reviewId],
  );
  return rows as StoredProposal[];
}

/** SHA-256 of what an approval is bound to. */
function digestOf(decision: Json, reason: string): string {
  return createHash('sha256')
    .update(JSON.stringify(plain({ decision, reason })))
    .digest('hex');
}
