import type { RetentionKind } from '#lib/retention/kinds.ts';

interface KindQueries {
  /** The run that the thing $1 is or belongs to: its pin holds what it has. */
  readonly run: string;
  /** Ids of what loses something after $1 days, in the order in which it does. */
  readonly due: string;
  /** Of the thing $1: `rows` and `bytes` that go. */
  readonly count: string;
  /** Removes them; hashes of blobs that they named come back as `hash`. */
  readonly remove: string;
}

/** An import has the id of no run, so nobody's pin holds it. */
const itself = 'SELECT $1::uuid';

/** Things that a run has filed under names of these kinds. */
function filed(...kinds: readonly string[]): KindQueries {
  const named = `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  return {
    run: itself,
    due: `SELECT DISTINCT a.run_id AS id FROM runs_to_thin($1) r JOIN run_artifact a ON a.run_id = r WHERE a.${named}`,
    count: `SELECT count(*)::float8 AS rows, coalesce(sum(b.bytes), 0)::float8 AS bytes
      FROM run_artifact a JOIN artifact b ON b.hash = a.hash WHERE a.run_id = $1 AND a.${named}`,
    remove: `DELETE FROM run_artifact WHERE run_id = $1 AND ${named} RETURNING hash`,
  };
}

/** An import that nothing but its age decides on: no release, and every file of it is read. */
function isOld(i: string): string {
  return `(${i}.measured_at < now() - make_interval(days => $1) AND ${i}.created_at < now() - make_interval(days => $1) AND ${i}.release IS NULL
    AND NOT EXISTS (SELECT 1 FROM import_file f WHERE f.import_id = ${i}.id AND f.state IN ('waiting', 'working')))`;
}

/** Room that a row of results takes beside its texts, bytes; measured, with its indexes. */
const rowBytes = 200;
const resultBytes = `coalesce(sum(${rowBytes} + coalesce(octet_length(r.message), 0) + coalesce(octet_length(r.raw_name), 0)), 0)::float8`;

/** How each kind is found, counted and removed, one run, import or talk at a time. */
export const kindQueries = {
  logs: {
    run: itself,
    due: `SELECT r AS id FROM runs_to_thin($1) r WHERE EXISTS (SELECT 1 FROM log_chunk c WHERE c.run_id = r)
      UNION ${filed('log').due}`,
    count: `SELECT (c.n + f.rows)::float8 AS rows, (c.bytes + f.bytes)::float8 AS bytes
      FROM (SELECT count(*) AS n, coalesce(sum(octet_length(data)), 0) AS bytes FROM log_chunk WHERE run_id = $1) c, (${filed('log').count}) f`,
    remove: `WITH gone AS (DELETE FROM log_chunk WHERE run_id = $1) ${filed('log').remove}`,
  },
  files: filed('file', 'build', 'triage', 'analysis', 'plan'),
  patches: filed('patch', 'proposal'),
  bundles: filed('bundle'),
  imports: {
    run: itself,
    // Results that a later import brought again are that import's too: it goes first, or they stay with it.
    due: `SELECT i.id FROM result_import i WHERE ${isOld('i')} AND NOT EXISTS (
        SELECT 1 FROM result_set s JOIN import_file f ON f.result_set_id = s.id JOIN result_import later ON later.id = f.import_id
        WHERE s.import_id = i.id AND later.id <> i.id AND NOT ${isOld('later')})
      ORDER BY i.created_at DESC, i.id`,
    count: `SELECT count(r.test_id)::float8 AS rows, ${resultBytes} + (SELECT coalesce(sum(b.bytes), 0) FROM import_file f JOIN artifact b ON b.hash = f.blob WHERE f.import_id = $1)::float8 AS bytes
      FROM result_set s LEFT JOIN test_result r ON r.result_set_id = s.id WHERE s.import_id = $1`,
    remove: `SELECT hash FROM remove_import($1) AS hash`,
  },
  results: {
    run: itself,
    due: `SELECT DISTINCT s.run_id AS id FROM runs_to_thin($1) r JOIN result_set s ON s.run_id = r`,
    count: `SELECT count(r.test_id)::float8 AS rows, ${resultBytes} AS bytes FROM result_set s LEFT JOIN test_result r ON r.result_set_id = s.id WHERE s.run_id = $1`,
    remove: `SELECT NULL AS hash FROM remove_measurements(ARRAY(SELECT id FROM result_set WHERE run_id = $1))`,
  },
  consoles: {
    run: 'SELECT run_of_console($1)',
    due: 'SELECT c AS id FROM consoles_to_thin($1) c',
    count: `SELECT count(*)::float8 AS rows, coalesce(sum(octet_length(bytes)), 0)::float8 AS bytes FROM console_chunk WHERE session_id = $1`,
    remove: 'SELECT NULL AS hash FROM remove_recording($1)',
  },
} as const satisfies Record<RetentionKind, KindQueries>;
