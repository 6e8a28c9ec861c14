import type { Pool, PoolClient } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { inTransaction } from '../in-transaction.ts';

/** A test with all the names that it goes or went by. */
export interface NamedTest {
  /** The one that the others are linked to. */
  readonly id: string;
  readonly projectId: string;
  readonly project: string;
  readonly key: string;
  readonly suite: string;
  readonly name: string;
  readonly firstSeen: number;
  /** Every identity that belongs to it, its own included. */
  readonly ids: readonly string[];
  /** The linked ones; those that a person linked can be unlinked, others were joined by the rules of identity. */
  readonly otherNames: readonly { readonly id: string; readonly key: string; readonly isByHand: boolean }[];
}

/** The test of this id, or the one that it is linked to. Throws NOT_FOUND. */
export async function namedTest(pool: Pool, testId: string): Promise<NamedTest> {
  const { rows } = await pool.query<Omit<NamedTest, 'ids'>>(
    `SELECT t.id, t.project_id AS "projectId", p.name AS project, t.key, t.suite, t.name, round(extract(epoch FROM t.first_seen) * 1000)::float8 AS "firstSeen",
       (SELECT coalesce(json_agg(json_build_object('id', o.id, 'key', o.key, 'isByHand', o.renamed_to IS NOT NULL) ORDER BY o.key), '[]') FROM test_identity o WHERE o.same_as = t.id) AS "otherNames"
     FROM test_identity asked JOIN test_identity t ON t.id = coalesce(asked.same_as, asked.id) JOIN project p ON p.id = t.project_id WHERE asked.id = $1`,
    [testId],
  );
  const [test] = rows;
  if (test === undefined) throw new DomainError('NOT_FOUND', 'There is no such test.');
  return { ...test, ids: [test.id, ...test.otherNames.map(({ id }) => id)] };
}

/** Says by hand that two tests are one under two names: the history of `from` joins that of `to`. Throws CONFLICT, NOT_FOUND. */
export async function linkTests(pool: Pool, { from, to }: { from: string; to: string }): Promise<void> {
  try {
    await inTransaction(pool, (client) => rename(client, from, to));
  } catch (error) {
    const isRefused =
      error instanceof Error && 'constraint' in error && String(error.constraint).startsWith('test_identity');
    if (!isRefused) throw error;
    throw new DomainError('CONFLICT', 'These two tests cannot be linked.', {
      next: 'Link each old name to the newest one, of the same project; unlink what stands in the way first.',
      cause: error,
    });
  }
}

/** Takes a link back: the two are different tests again. */
export async function unlinkTest(pool: Pool, testId: string): Promise<void> {
  await inTransaction(pool, (client) => rename(client, testId, null));
}

async function rename(client: PoolClient, from: string, to: string | null): Promise<void> {
  const { rows } = await client.query<{ project: string }>(
    'UPDATE test_identity SET renamed_to = $2 WHERE id = $1 RETURNING project_id AS project',
    [from, to],
  );
  if (rows[0] === undefined) throw new DomainError('NOT_FOUND', 'There is no such test.');
  await client.query('SELECT settle_tests($1)', [rows[0].project]);
}
