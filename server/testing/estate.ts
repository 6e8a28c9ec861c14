import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Engine } from '#server/engine/engine.ts';
import type { ThingKind } from '#server/store/place-of.ts';
import { startToyRun } from './toy-engine.ts';

/** A project with one thing of each kind, and a site with one of each that stands there. */
export interface Estate {
  readonly project: string;
  readonly site: string;
  readonly things: Readonly<Record<ThingKind, string>>;
}

/** Makes an estate whose every text has its name in it. */
export async function settle(engine: Engine, name: string): Promise<Estate> {
  const run = await startToyRun(engine, { goal: 1 });
  const { pool } = engine;
  const idOf = (sql: string, ...values: string[]) => idFrom(pool, sql, values);
  const project = await idOf(
    'UPDATE project SET name = $2 WHERE id = (SELECT project_id FROM run WHERE id = $1) RETURNING id',
    run,
    name,
  );
  await pool.query('UPDATE run SET title = $2 WHERE id = $1', [run, `${name} goal`]);
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  await pool.query(`INSERT INTO artifact (hash, bytes, media_type) VALUES ($1, 1, 'text/plain')`, [hash]);
  await pool.query(`INSERT INTO run_artifact (run_id, iteration, kind, name, hash) VALUES ($1, 1, 'log', $2, $3)`, [
    run,
    `${name}.txt`,
    hash,
  ]);
  const imported = await idOf(
    `INSERT INTO result_import (id, project_id, key, branch, measured_at, created_by)
     VALUES (gen_random_uuid(), $1, $2, $2, now(), 'tester') RETURNING number::text AS id`,
    project,
    name,
  );
  await pool.query(`INSERT INTO site (name) VALUES ($1)`, [name]);
  await pool.query(`INSERT INTO board_type (name) VALUES ('t') ON CONFLICT DO NOTHING`);
  const board = await idOf(
    `INSERT INTO board (name, site, type, changed_by) VALUES ($1 || '-board', $1, 't', $1 || '-eve') RETURNING id`,
    name,
  );
  const reservation = await idOf(
    `WITH r AS (INSERT INTO reservation (holder, asked_by, wants, sites, minutes, starts_at, status)
       VALUES ($1 || '-eve', $1 || '-eve', '[{"tags": []}]', ARRAY[$1], 10, now(), 'booked') RETURNING id, starts_at)
     INSERT INTO reservation_board (reservation_id, board_id, want, starts_at, ends_at)
     SELECT r.id, $2, 0, r.starts_at, r.starts_at + interval '10 minutes' FROM r RETURNING reservation_id AS id`,
    name,
    board,
  );
  return {
    project,
    site: name,
    things: {
      project,
      run,
      activity: await idOf('SELECT id FROM activity WHERE run_id = $1', run),
      artifact: hash,
      resultSet: await idOf(
        `INSERT INTO result_set (id, run_id, iteration, format, complete, counts, findings)
         VALUES (gen_random_uuid(), $1, 1, $2, true, '{}', '[]') RETURNING id`,
        run,
        name,
      ),
      test: await idOf(
        `INSERT INTO test_identity (id, project_id, key, suite, name) VALUES (gen_random_uuid(), $1, $2, 's', $2) RETURNING id`,
        project,
        `${name}_test`,
      ),
      import: imported,
      importFile: await idOf(
        `INSERT INTO import_file (id, import_id, name, bytes, sha256, state, reason, finished_at)
         SELECT gen_random_uuid(), id, $2, 1, '', 'set_aside', 'no results', now() FROM result_import WHERE number = $1::int RETURNING id`,
        imported,
        `${name}.xml`,
      ),
      invitation: await idOf(
        `INSERT INTO invitation (hash, email, role, project_id, invited_by, expires_at)
         VALUES ($2, $2 || '@example.org', 'viewer', $1, 'owner', now() + interval '1 day') RETURNING id`,
        project,
        name,
      ),
      review: await idOf(
        `INSERT INTO review (run_id, project_id, opened_seq, iteration, why, approvals, remind_every_minutes, remind_at)
         SELECT id, project_id, 1, 1, $2, 1, 60, now() FROM run WHERE id = $1 RETURNING number::text AS id`,
        run,
        `${name} is stuck`,
      ),
      board,
      reservation,
      folder: await idOf('SELECT repository AS id FROM project WHERE id = $1', project),
    },
  };
}

async function idFrom(pool: Pool, sql: string, values: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(sql, [...values]);
  return rows[0]?.id ?? '';
}
