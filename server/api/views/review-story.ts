import type { Blocking, FailingTest } from '#lib/review/blocking.ts';
import type { SimilarRun } from '#server/review/similar-runs.ts';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import type { ReviewRow } from '#server/store/reviews/review-row.ts';
import type { Tried } from '#server/store/reviews/tried-iterations.ts';
import { iterationMarks } from './iteration-marks.ts';

/** Tests of one list that a page shows; the rest is counted. */
const shownTests = 20;

interface Told {
  readonly review: ReviewRow;
  readonly rates: readonly IterationRate[];
  readonly tried: readonly Tried[];
  readonly blocking: Blocking;
  readonly similar: readonly SimilarRun[];
}

/** The story of a stuck run: what was tried and what came of it, what never passed, what stands in the way, who was there before. */
export function reviewStory({ review, rates, tried, blocking, similar }: Told) {
  const ended = review.closedAt !== null;
  const marks = iterationMarks(rates, { iteration: review.iteration, state: review.runState, ended });
  return {
    tried: marks
      .filter(({ number }) => number <= review.iteration)
      .map((mark) => ({ mark, ...(tried.find(({ iteration }) => iteration === mark.number) ?? nothingTried) })),
    blocking: { iteration: blocking.iteration, ...testList(blocking.now) },
    neverPassed: testList(blocking.neverPassed),
    similar: similar.map(({ runId: _, patch, ...run }) => ({
      ...run,
      href: `/runs/${run.number}`,
      patchHref: patch === null ? null : `/api/artifacts/${patch}`,
    })),
  };
}

const nothingTried = { hypothesis: null, strategy: null, hasPatch: false, judgement: null, regressions: null };

function testList(tests: readonly FailingTest[]) {
  return {
    total: tests.length,
    tests: tests.slice(0, shownTests).map(({ testId, name, suite, message, outcomes }) => {
      const statuses = Object.values(outcomes);
      return {
        id: testId,
        name,
        suite,
        message,
        failed: statuses.filter((status) => status === 'failed' || status === 'error').length,
        measured: statuses.length,
      };
    }),
  };
}
