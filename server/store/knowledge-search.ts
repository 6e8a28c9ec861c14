import type { Pool } from 'pg';
import type { Lesson } from './knowledge-lessons.ts';

/** A lesson with the run that taught it. */
export interface FoundLesson extends Omit<Lesson, 'signatures'> {
  readonly runId: string;
  readonly run: number;
  readonly project: string;
  readonly at: Date;
}

export interface LessonSearch {
  readonly text: string;
  /** Null: those of every project. */
  readonly projectIds: readonly string[] | null;
  readonly onlyHelped: boolean;
  readonly limit: number;
}

/** Lessons whose words match, best first, or whose failures are alike; without a text the newest. */
export async function searchLessons(
  pool: Pool,
  { text, projectIds, onlyHelped, limit }: LessonSearch,
): Promise<FoundLesson[]> {
  const { rows } = await pool.query(
    `SELECT l.run_id AS "runId", r.number AS run, p.name AS project, l.kind, l.iteration, l.failure, l.hypothesis, l.summary,
       left(l.diff, 4000) AS diff, l.outcome, l.gain, l.helped, l.strategy, l.agent, l.tokens::float8 AS tokens, l.money,
       l.duration_ms::float8 AS "durationMs", l.created_at AS at
     FROM lesson l JOIN run r ON r.id = l.run_id JOIN project p ON p.id = l.project_id
     WHERE ($1::uuid[] IS NULL OR l.project_id = ANY($1)) AND (NOT $2 OR l.helped)
       AND ($3 = '' OR lesson_words(l) @@ websearch_to_tsquery('simple', $3) OR $3 <% l.failure)
     ORDER BY CASE WHEN $3 = '' THEN 0 ELSE ts_rank(lesson_words(l), websearch_to_tsquery('simple', $3)) + word_similarity($3, l.failure) END DESC,
       l.created_at DESC, l.iteration DESC LIMIT $4`,
    [projectIds, onlyHelped, text, limit],
  );
  return rows as FoundLesson[];
}
