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

/** Who may be named in a review: members with a role that reaches its project, and whoever had to do with this review. */
export async function peopleOfReview(pool: Pool, reviewId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT DISTINCT name FROM (
       SELECT CASE WHEN p.is_owner THEN 'owner' ELSE p.email END FROM person p WHERE p.removed_at IS NULL AND (p.is_owner OR EXISTS (
         SELECT 1 FROM role_grant g WHERE g.person_id = p.id AND g.site IS NULL
           AND (g.project_id IS NULL OR g.project_id = (SELECT project_id FROM review WHERE id = $1))))
       UNION SELECT person FROM review_assignee WHERE review_id = $1
       UNION SELECT by FROM review_entry WHERE review_id = $1 AND by <> 'engine') known(name)
     ORDER BY name LIMIT 500`,
    [reviewId],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
