import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';

export interface Pin {
  readonly number: number;
  readonly project: string;
  readonly title: string;
  readonly pinnedBy: string;
  readonly why: string;
}

const most = 500;

/** Pinned runs of these projects (null: of all), newest first. */
export async function pins(pool: Pool, projects: readonly string[] | null): Promise<Pin[]> {
  const { rows } = await pool.query(
    `SELECT r.number, p.name AS project, r.title, n.pinned_by AS "pinnedBy", n.why
     FROM run_pin n JOIN run r ON r.id = n.run_id JOIN project p ON p.id = r.project_id
     WHERE $1::uuid[] IS NULL OR r.project_id = ANY($1) ORDER BY r.number DESC LIMIT ${most}`,
    [projects],
  );
  return rows as Pin[];
}

/** Keeps everything of a run, which is named by its number. Throws CONFLICT when somebody does so already. */
export async function pinRun(pool: Pool, run: number, { by, why }: { by: string; why: string }): Promise<void> {
  const { rowCount } = await pool.query(
    'INSERT INTO run_pin (run_id, pinned_by, why) SELECT id, $2, $3 FROM run WHERE number = $1 ON CONFLICT DO NOTHING',
    [run, by, why],
  );
  if (rowCount === 0)
    throw new DomainError('CONFLICT', `Run #${run} is pinned already.`, {
      next: 'Unpin it first to give another reason.',
    });
}

/** Lets the rules apply to a run again. Throws CONFLICT for one that is not pinned. */
export async function unpinRun(pool: Pool, run: number): Promise<void> {
  const { rowCount } = await pool.query('DELETE FROM run_pin WHERE run_id = (SELECT id FROM run WHERE number = $1)', [
    run,
  ]);
  if (rowCount === 0) throw new DomainError('CONFLICT', `Run #${run} is not pinned.`);
}
