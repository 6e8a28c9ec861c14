import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Stands in for the repository of a project that so far has only results: the first launch under its name tells the real one. */
export function onlyResultsOf(name: string): string {
  return `results:${name}`;
}

/** The project of this name or id; null when there is none. */
export async function projectNamed(pool: Pool, nameOrId: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    'SELECT id, name FROM project WHERE name = $1 OR id::text = lower($1) ORDER BY name = $1 DESC LIMIT 1',
    [nameOrId],
  );
  return rows[0] ?? null;
}

/** The project of this name, made if there is none, so that a team can begin with the results that it has. */
export async function projectForResults(pool: Pool, name: string): Promise<{ id: string; name: string }> {
  const known = await projectNamed(pool, name);
  if (known !== null) return known;
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    randomUUID(),
    name,
    onlyResultsOf(name),
  ]);
  const made = await projectNamed(pool, name);
  if (made === null) throw new Error(`the project ${name} could not be made`);
  return made;
}

/** Where a project's firmware lies: a folder of some host, or what stands in for one. */
export async function repositoryOf(pool: Pool, projectId: string): Promise<string> {
  const { rows } = await pool.query<{ repository: string }>('SELECT repository FROM project WHERE id = $1', [
    projectId,
  ]);
  return rows[0]?.repository ?? '';
}
