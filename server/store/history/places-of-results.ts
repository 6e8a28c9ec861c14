import type { Pool } from 'pg';

/** Projects that have results, with the branches that imports of theirs name, the newest first. */
export interface ProjectWithResults {
  readonly id: string;
  readonly name: string;
  readonly branches: readonly string[];
}

const mostBranches = 50;
const mostProjects = 500;

export async function projectsWithResults(
  pool: Pool,
  projectIds: readonly string[] | null,
): Promise<ProjectWithResults[]> {
  const { rows } = await pool.query<ProjectWithResults>({
    name: 'projects-with-results',
    text: `SELECT p.id, p.name, (SELECT coalesce(array_agg(b.branch ORDER BY b.last DESC), '{}') FROM (
        SELECT branch, max(measured_at) AS last FROM (SELECT branch, measured_at FROM result_import WHERE project_id = p.id ORDER BY measured_at DESC LIMIT 2000) i
        WHERE branch IS NOT NULL GROUP BY branch ORDER BY last DESC LIMIT ${mostBranches}) b) AS branches
      FROM project p WHERE ($1::uuid[] IS NULL OR p.id = ANY($1)) AND EXISTS (SELECT 1 FROM test_identity t WHERE t.project_id = p.id)
      ORDER BY lower(p.name) LIMIT ${mostProjects}`,
    values: [projectIds],
  });
  return rows;
}
