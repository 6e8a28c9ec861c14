import type { Pool } from 'pg';

/** Names that the engine signs with. */
const notPeople = ['engine', 'timer', 'runner', 'system', 'registration'];

/** Everybody who has done something here or was asked to, by the name that the trace gives them. */
export async function knownPeople(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT DISTINCT name FROM (SELECT actor FROM audit UNION SELECT created_by FROM run UNION SELECT person FROM review_assignee
       UNION SELECT by FROM review_entry) known(name)
     WHERE name <> ALL ($1) AND name <> '' ORDER BY name LIMIT 500`,
    [notPeople],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
