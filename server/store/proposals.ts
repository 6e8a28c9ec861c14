import type { Pool } from 'pg';

export interface FiledProposal {
  readonly iteration: number;
  readonly name: string;
  readonly hash: string;
}

/**
 * What was proposed in a run, in order. A forked run remembers what its ancestors had proposed up to the point that it
 * shares with them, and nothing of what came after.
 */
export async function proposalsOf(pool: Pool, runId: string): Promise<FiledProposal[]> {
  const { rows } = await pool.query(
    `WITH RECURSIVE line AS (
       SELECT id, forked_from_id, forked_from_seq, 'infinity'::timestamptz AS until FROM run WHERE id = $1
       UNION ALL
       SELECT r.id, r.forked_from_id, r.forked_from_seq, (SELECT at FROM event e WHERE e.run_id = line.id AND e.seq = line.forked_from_seq)
       FROM run r JOIN line ON r.id = line.forked_from_id)
     SELECT a.iteration, a.name, a.hash FROM run_artifact a JOIN line ON line.id = a.run_id
     WHERE a.kind = 'proposal' AND a.created_at <= line.until ORDER BY a.created_at, a.name`,
    [runId],
  );
  return rows as FiledProposal[];
}
