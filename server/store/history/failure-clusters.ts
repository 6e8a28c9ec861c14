import type { Pool } from 'pg';
import { recentSetsSql, uncleanSql } from './recent-sets.ts';

/** Who looks after a failure. */
export interface FailureNote {
  readonly owner: string | null;
  readonly issue: string | null;
  readonly note: string | null;
}

/** Failures that say the same once numbers, addresses, folders and timings are taken out. */
export interface FailureCluster extends FailureNote {
  readonly signature: string;
  readonly failures: number;
  readonly tests: number;
  /** Of the newest measurements, milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** One of the tests, and what it said. */
  readonly testId: string;
  readonly testKey: string;
  readonly message: string | null;
}

const mostClusters = 100;

/** What fails in the newest measurements of a project, grouped by signature, the most frequent first. */
export async function failureClusters(
  pool: Pool,
  { projectId, branch }: { projectId: string; branch: string | null },
): Promise<FailureCluster[]> {
  const { rows } = await pool.query<FailureCluster>({
    name: 'failure-clusters',
    text: `WITH sets AS (${recentSetsSql}),
     bad AS (SELECT coalesce(r.signature, '(no message)') AS signature, coalesce(n.same_as, n.id) AS test_id, r.message, sets.measured_at
       FROM ${uncleanSql} JOIN test_identity n ON n.id = r.test_id WHERE r.outcome <> 'flaky'),
     cluster AS (SELECT signature, count(*)::int AS failures, count(DISTINCT test_id)::int AS tests, min(measured_at) AS first, max(measured_at) AS last,
       (array_agg(test_id ORDER BY measured_at DESC))[1] AS test_id, (array_agg(left(message, 500) ORDER BY measured_at DESC))[1] AS message
       FROM bad GROUP BY signature ORDER BY failures DESC LIMIT ${mostClusters})
     SELECT c.signature, c.failures, c.tests, round(extract(epoch FROM c.first) * 1000)::float8 AS "firstAt", round(extract(epoch FROM c.last) * 1000)::float8 AS "lastAt",
       c.test_id AS "testId", t.key AS "testKey", c.message, n.owner, n.issue, n.note
     FROM cluster c JOIN test_identity t ON t.id = c.test_id LEFT JOIN failure_note n ON n.project_id = $1 AND n.signature = c.signature
     ORDER BY c.failures DESC, c.last DESC`,
    values: [projectId, branch],
  });
  return rows;
}

/** The notes on failures with these signatures. */
export async function failureNotes(
  pool: Pool,
  projectId: string,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, FailureNote>> {
  const { rows } = await pool.query<FailureNote & { signature: string }>(
    'SELECT signature, owner, issue, note FROM failure_note WHERE project_id = $1 AND signature = ANY($2)',
    [projectId, signatures],
  );
  return new Map(rows.map(({ signature, ...note }) => [signature, note]));
}

/** Says who looks after failures of this signature, these and later ones; with nothing to say, nobody does any more. */
export async function setFailureNote(
  pool: Pool,
  { projectId, signature, by, ...note }: FailureNote & { projectId: string; signature: string; by: string },
): Promise<void> {
  const { owner, issue, note: text } = note;
  if (owner === null && issue === null && text === null) {
    await pool.query('DELETE FROM failure_note WHERE project_id = $1 AND signature = $2', [projectId, signature]);
    return;
  }
  await pool.query(
    `INSERT INTO failure_note (project_id, signature, owner, issue, note, updated_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (project_id, signature) DO UPDATE SET owner = EXCLUDED.owner, issue = EXCLUDED.issue, note = EXCLUDED.note,
       updated_by = EXCLUDED.updated_by, updated_at = clock_timestamp()`,
    [projectId, signature, owner, issue, text, by],
  );
}
