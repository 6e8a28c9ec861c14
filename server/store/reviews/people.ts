import type { Pool } from 'pg';

/** Members, and whoever else had to do with a review, by the name that the trace gives them. */
export async function knownPeople(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT DISTINCT name FROM (SELECT CASE WHEN is_owner THEN 'owner' ELSE email END FROM person WHERE removed_at IS NULL
       UNION SELECT person FROM review_assignee UNION SELECT by FROM review_entry WHERE by <> 'engine') known(name)
     ORDER BY name LIMIT 500`,
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
