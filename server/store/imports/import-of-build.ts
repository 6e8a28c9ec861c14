import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type BuildFacts, buildIdentity, isNamedBuild } from '#lib/results/build-facts.ts';

/** The results of one build. */
export interface ImportOfBuild {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
}

/** The import that files of this build go into: one that is there when the build has a commit or a number, else a new one. */
export async function importOfBuild(
  pool: Pool,
  { projectId, facts, by }: { projectId: string; facts: BuildFacts; by: string },
): Promise<ImportOfBuild> {
  const id = randomUUID();
  const { branch, commit, build, environment, board, release, measuredAt } = facts;
  const { rows } = await pool.query<{ id: string; number: number }>(
    `INSERT INTO result_import (id, project_id, key, branch, commit, build, environment, board, release, measured_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, now()), $11)
     ON CONFLICT (project_id, key) DO UPDATE SET release = coalesce(EXCLUDED.release, result_import.release) RETURNING id, number`,
    [
      id,
      projectId,
      isNamedBuild(facts) ? buildIdentity(facts) : id,
      branch,
      commit,
      build,
      environment,
      board,
      release,
      measuredAt,
      by,
    ],
  );
  return { id: rows[0]?.id ?? id, number: rows[0]?.number ?? 0, projectId };
}
