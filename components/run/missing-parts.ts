import type { IterationMark, IterationStatus, MissingParts } from './iteration-types.ts';

const ended = {
  build: 'Nothing was built in this iteration.',
  results: 'The tests have not run in this iteration.',
  decision: 'Not decided: the tests have not run in this iteration.',
};

const byStatus = {
  running: {
    build: 'Not built yet.',
    results: 'The tests have not run yet.',
    decision: 'Not decided yet: the rules are asked after the results.',
  },
  'not built': {
    ...ended,
    results: 'The tests have not run: it did not build.',
    decision: 'Not decided: it did not build.',
  },
  baseline: { ...ended, decision: 'Nothing to decide: every iteration is compared with this one.' },
  confirmation: ended,
  kept: ended,
  'rolled back': ended,
  'no result': ended,
} satisfies Record<IterationStatus, MissingParts>;

/** What stands in place of the parts that an iteration does not have. A confirmation tests the tree kept before it again. */
export function missingParts(mark: IterationMark, marks: readonly IterationMark[]): MissingParts {
  const words = byStatus[mark.status];
  if (mark.status !== 'confirmation') return words;
  const confirmed = marks.findLast(
    ({ number, status }) => number < mark.number && (status === 'kept' || status === 'baseline'),
  );
  if (confirmed === undefined) return words;
  const whose = confirmed.status === 'baseline' ? 'the base' : `iteration ${confirmed.number}`;
  return { ...words, build: `The build of ${whose} is reused.` };
}
