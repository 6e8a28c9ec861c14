import type { Pool } from 'pg';

export interface SimilarLesson {
  readonly similarity: number;
  readonly run: number;
  readonly iteration: number;
  readonly failure: string;
  readonly hypothesis: string;
  readonly summary: string;
  readonly outcome: string;
  readonly helped: boolean;
  readonly diff: string;
}

/** Below this two texts have little more in common than their language. */
const leastAlike = 0.3;

/**
 * What earlier runs of the project have tried against failures like this one: alike by trigrams of names and messages, or
 * with a message in common. What helped comes first, then what is most alike.
 */
export async function similarLessons(
  pool: Pool,
  wanted: {
    projectId: string;
    runId: string;
    failure: string;
    signatures: readonly string[];
    /** What was learned later counts for nothing; without it all there is counts. */
    until?: Date | null;
    limit: number;
  },
): Promise<SimilarLesson[]> {
  const { rows } = await pool.query(
    `WITH alike AS (
       SELECT l.*, greatest(similarity(l.failure, $3),
         (SELECT count(*)::float8 FROM unnest(l.signatures) AS s WHERE s = ANY($4)) / greatest(cardinality(l.signatures), cardinality($4::text[]), 1)) AS similarity
       FROM lesson l WHERE l.project_id = $1 AND l.run_id <> $2 AND l.kind = 'iteration' AND (l.failure % $3 OR l.signatures && $4::text[])
         AND ($6::timestamptz IS NULL OR l.created_at <= $6))
     SELECT a.similarity, r.number AS run, a.iteration, a.failure, a.hypothesis, a.summary, a.outcome, a.helped, a.diff
     FROM alike a JOIN run r ON r.id = a.run_id WHERE a.similarity >= ${leastAlike}
     ORDER BY a.helped DESC, a.similarity DESC, a.created_at DESC LIMIT $5`,
    [wanted.projectId, wanted.runId, wanted.failure, wanted.signatures, wanted.limit, wanted.until ?? null],
  );
  return rows as SimilarLesson[];
}
