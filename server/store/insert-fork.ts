import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';
import { runNumber } from './run-number.ts';
import { type Hint, tell } from './tell.ts';

export interface Fork {
  readonly id: string;
  readonly from: string;
  readonly fromSeq: number;
  readonly title: string;
  readonly input: Json;
  readonly createdBy: string;
  /** What `write_steps` needs to make the state at that point live again. */
  readonly step: Json;
  /** The step after it, as `apply_steps` reads it: the event that says where the fork comes from. */
  readonly told: Json;
}

/**
 * Writes a run that shares an earlier run's events, transitions and artifacts up to a point; gives the new run's number,
 * or that of the run which goes by this id already.
 */
export async function insertFork(pool: Pool, fork: Fork): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query(
      `INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, created_by, forked_from_id, forked_from_seq)
       SELECT $1, project_id, machine, machine_version, $3, $4::jsonb, '{}', '', 'active', $5, id, $6 FROM run WHERE id = $2
       ON CONFLICT (id) DO NOTHING RETURNING number`,
      [fork.id, fork.from, fork.title, jsonb(fork.input), fork.createdBy, fork.fromSeq],
    );
    if (rows.length === 0) {
      await client.query('ROLLBACK');
      const number = await runNumber(pool, fork.id);
      if (number === null) throw new Error(`run ${fork.id} was there and is gone`);
      return number;
    }
    await client.query(
      `INSERT INTO event (run_id, key, seq, type, payload, actor, fate, reason, received_at, at)
       SELECT $1, key, seq, type, payload, actor, fate, reason, received_at, at FROM event WHERE run_id = $2 AND seq <= $3 ORDER BY seq`,
      [fork.id, fork.from, fork.fromSeq],
    );
    await client.query(
      `INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
       SELECT $1, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from
       FROM transition WHERE run_id = $2 AND event_seq <= $3`,
      [fork.id, fork.from, fork.fromSeq],
    );
    // What was written with a later end is not of this past, in whatever millisecond that was.
    await client.query(
      `INSERT INTO run_artifact (run_id, iteration, kind, name, hash, activity_id, created_at)
       SELECT $1, iteration, kind, name, hash, activity_id, created_at FROM run_artifact f
       WHERE run_id = $2 AND created_at <= (SELECT greatest(at, received_at) FROM event WHERE run_id = $2 AND seq = $3)
         AND NOT EXISTS (SELECT 1 FROM event later WHERE later.run_id = $2 AND later.key = 'activity:' || f.activity_id
           AND later.seq > $3 AND later.at = f.created_at)`,
      [fork.id, fork.from, fork.fromSeq],
    );
    const live = await written(client, 'SELECT write_steps(ARRAY[$1::jsonb]) AS written', fork.step);
    const told = await written(client, 'SELECT apply_steps(jsonb_build_array($1::jsonb)) AS written', fork.told);
    await client.query('COMMIT');
    tell(pool, [...live, ...told]);
    return (rows[0] as { number: number }).number;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

interface Written {
  readonly answers: readonly { readonly result: string }[];
  readonly hints: readonly Hint[];
}

/** Throws where the step does not count. */
async function written(client: PoolClient, query: string, step: Json): Promise<readonly Hint[]> {
  const { rows } = await client.query<{ written: Written }>(query, [jsonb(step)]);
  const { answers, hints } = rows[0]?.written ?? { answers: [], hints: [] };
  if (answers[0]?.result !== 'applied')
    throw new Error(`a step of a fork is ${answers[0]?.result ?? 'without answer'}`);
  return hints;
}
