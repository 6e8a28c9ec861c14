import type { Pool } from 'pg';
import { z } from 'zod';

const settings = z.object({
  repository: z.object({ path: z.string(), subdirectory: z.string().optional() }),
  ref: z.string().optional(),
  goal: z.object({ text: z.string() }),
  environment: z.string(),
  strategies: z.array(z.object({ name: z.string() })),
  mode: z.string(),
});

/** How a run was launched, as far as it was written down. */
export interface LaunchOf {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
  /** The choices of its launch, or of the launch of the run that it was forked from; null where nobody wrote them down. */
  readonly choices: unknown;
  /** What the machine was started with; null for another machine. */
  readonly input: z.infer<typeof settings> | null;
}

/** How a run was launched, by its number; null when there is no such run. */
export async function launchOf(pool: Pool, number: number): Promise<LaunchOf | null> {
  const { rows } = await pool.query(
    `WITH RECURSIVE line AS (
       SELECT id, forked_from_id, 0 AS depth FROM run WHERE number = $1
       UNION ALL SELECT run.id, run.forked_from_id, line.depth + 1 FROM run JOIN line ON run.id = line.forked_from_id WHERE line.depth < 50)
     SELECT run.id, run.number, run.project_id AS "projectId", run.input,
       (SELECT audit.after->'choices' FROM line JOIN audit ON audit.target_kind = 'run' AND audit.target_id = line.id::text AND audit.action = 'run.launch'
        ORDER BY line.depth LIMIT 1) AS choices
     FROM run WHERE run.number = $1`,
    [number],
  );
  const [row] = rows as { id: string; number: number; projectId: string; input: unknown; choices: unknown }[];
  if (row === undefined) return null;
  const parsed = settings.safeParse(row.input);
  return { ...row, input: parsed.success ? parsed.data : null };
}
