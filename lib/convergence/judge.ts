import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import type { Criteria } from './criteria.ts';
import { statedResultSchema } from './iteration-result.ts';
import { type JudgedRow, judgeEach } from './judge-each.ts';
import { maxIterationsOf } from './judge-series.ts';
import type { Verdict } from './judgement.ts';

/** A judged history, as the command line prints it. */
export interface JudgedHistory {
  readonly model: Criteria['model'];
  readonly max_iterations: number;
  /** The first iteration whose verdict ends the loop; `null` when the loop would go on. */
  readonly ended_at: number | null;
  /** The verdict at `ended_at`. */
  readonly verdict: Verdict | null;
  /**
   * One row for each iteration of the history. Rows after `ended_at` are judged on the same history as if the loop had
   * gone on.
   */
  readonly iterations: readonly JudgedRow[];
}

/** Every row looks back on the whole history: more iterations than any run takes would cost minutes. */
const longestHistory = 10_000;

const historySchema = z.strictObject({
  iterations: z
    .array(statedResultSchema)
    .min(1, 'must hold at least one iteration')
    .max(longestHistory, `must hold at most ${longestHistory} iterations`),
});

/**
 * Judges a history `{ "iterations": [{ "passed": 80, "total": 100 }, …] }` after each of its iterations, numbered from
 * 1. The limit is `maxIterations`, else that of `scored` criteria, else 10.
 *
 * @throws DomainError `BAD_INPUT` naming each field that cannot be right.
 */
export function judgeHistory(
  input: unknown,
  { criteria, maxIterations }: { criteria: Criteria; maxIterations?: number | undefined },
): JudgedHistory {
  const limit = maxIterationsOf(criteria, maxIterations);
  const recorded = parseHistory(input).iterations.map((result, index) => ({ iteration: index + 1, result }));
  const rows = judgeEach(recorded, criteria, limit);
  const end = rows.find((row) => row.verdict !== null);
  return {
    model: criteria.model,
    max_iterations: limit,
    ended_at: end?.iteration ?? null,
    verdict: end?.verdict ?? null,
    iterations: rows,
  };
}

function parseHistory(input: unknown): z.infer<typeof historySchema> {
  const parsed = historySchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new DomainError('BAD_INPUT', `The history cannot be judged: ${describeIssues(parsed.error)}`, {
    next: 'Give {"iterations": [{"passed": 80, "total": 100}, …]} with whole, non-negative counts.',
  });
}
