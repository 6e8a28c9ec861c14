import type { Pool } from 'pg';
import { noSuchThing } from '../people/no-such-thing.ts';

/** How a team wants to be waited for. Without a project it holds wherever no project says otherwise. */
export interface WaitPolicy {
  readonly projectId: string | null;
  /** How many people must approve a verdict. */
  readonly approvals: number;
  /** Reviews are due so long after they open; null: when the run's own limit says, else never. */
  readonly answerWithinMinutes: number | null;
  readonly remindEveryMinutes: number;
}

export interface StoredWaitPolicy extends WaitPolicy {
  readonly project: string | null;
}

/** What has been set; the stack's own first. */
export async function waitPolicies(pool: Pool): Promise<StoredWaitPolicy[]> {
  const { rows } = await pool.query(
    `SELECT w.project_id AS "projectId", p.name AS project, w.approvals, w.answer_within_minutes AS "answerWithinMinutes",
       w.remind_every_minutes AS "remindEveryMinutes"
     FROM (SELECT * FROM wait_policy UNION ALL SELECT (wait_policy_of(NULL)).* WHERE NOT EXISTS (SELECT 1 FROM wait_policy WHERE project_id IS NULL)) w
     LEFT JOIN project p ON p.id = w.project_id ORDER BY w.project_id IS NOT NULL, p.name`,
  );
  return rows as StoredWaitPolicy[];
}

export async function setWaitPolicy(
  pool: Pool,
  { projectId, approvals, answerWithinMinutes, remindEveryMinutes }: WaitPolicy,
): Promise<void> {
  const set = pool.query(
    `INSERT INTO wait_policy (project_id, approvals, answer_within_minutes, remind_every_minutes) VALUES ($1, $2, $3, $4)
     ON CONFLICT ON CONSTRAINT wait_policy_project_id_key DO UPDATE SET approvals = EXCLUDED.approvals,
       answer_within_minutes = EXCLUDED.answer_within_minutes, remind_every_minutes = EXCLUDED.remind_every_minutes`,
    [projectId, approvals, answerWithinMinutes, remindEveryMinutes],
  );
  await set.catch(noSuchThing);
}

/** Lets a project do as everybody does. */
export async function removeWaitPolicy(pool: Pool, projectId: string): Promise<void> {
  await pool.query('DELETE FROM wait_policy WHERE project_id = $1', [projectId]);
}
