import type { Pool } from 'pg';
import { type FailsOnly, failsOnly } from '#lib/history/fails-only.ts';
import { failingOnBoard } from '#server/store/history/failing-on-board.ts';
import { testResults } from '#server/store/history/test-results.ts';

/** A test that fails on one board and not elsewhere, with the evidence. */
export interface FailsThere extends Pick<FailsOnly, 'badHere' | 'allHere' | 'badElsewhere' | 'allElsewhere' | 'p'> {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly isOnly: boolean;
}

/** Results of a test that are compared, as on its own page. */
const comparedResults = 200;

/** The tests of these projects (null: of all) of which the statistic says that they fail because of this board, the surest first. */
export async function failsOnlyOn(
  pool: Pool,
  asked: { board: string; projectIds: readonly string[] | null },
): Promise<FailsThere[]> {
  const tests = await failingOnBoard(pool, asked);
  const found = await Promise.all(
    tests.map(async ({ ids, ...test }): Promise<FailsThere[]> => {
      const all = failsOnly(await testResults(pool, ids, { limit: comparedResults }));
      return all
        .filter(({ kind, value }) => kind === 'board' && value === asked.board)
        .map(({ kind: _, value: __, ...evidence }) => ({ ...test, ...evidence }));
    }),
  );
  return found.flat().sort((one, other) => one.p - other.p);
}
