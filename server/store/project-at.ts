import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { onlyResultsOf } from './project-named.ts';

const uniqueViolation = '23505';

/**
 * The project of a repository, made at its first launch. It goes by the name that its file gives now; where another
 * repository has that name already, a number follows it. A project that has only results so far becomes this one.
 */
export async function projectAt(
  pool: Pool,
  { repository, name }: { repository: string; name: string },
): Promise<{ id: string; name: string }> {
  await pool.query(
    'UPDATE project SET repository = $1 WHERE name = $2 AND repository = $3 AND NOT EXISTS (SELECT 1 FROM project WHERE repository = $1)',
    [repository, name, onlyResultsOf(name)],
  );
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}-${count}`;
    const project = await upsert(pool, repository, tried);
    if (project !== null) return project;
  }
}

/** Null when the name belongs to another repository. */
async function upsert(pool: Pool, repository: string, name: string): Promise<{ id: string; name: string } | null> {
  try {
    const { rows } = await pool.query(
      `INSERT INTO project (id, name, repository) VALUES ($1, $2, $3)
       ON CONFLICT (repository) DO UPDATE SET name = EXCLUDED.name RETURNING id, name`,
      [randomUUID(), name, repository],
    );
    return rows[0] as { id: string; name: string };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return null;
    throw error;
  }
}
