import { counted } from '#lib/format/count.ts';
import type { Review, ReviewVerdict } from './types.ts';

/** How a verdict is offered: its name, what it will do, and why the run would not take it. */
export type VerdictWords = {
  title: string;
  effect: (review: Review) => string;
  refused: (review: Review) => string;
};

const spent = () => 'No iteration is left: raise the limit first.';

/** In the order in which they are offered. */
export const verdictWords = {
  continue: {
    title: 'Continue',
    effect: ({ iterationsLeft, strategy }) =>
      `${strategy} goes on with the next of ${counted(iterationsLeft, 'iteration')} left; window and streaks begin anew.`,
    refused: spent,
  },
  'switch-strategy': {
    title: 'Switch strategy',
    effect: ({ strategy, iterationsLeft }) =>
      `Another strategy takes over from ${strategy}, with ${counted(iterationsLeft, 'iteration')} left; window and streaks begin anew.`,
    refused: ({ strategies }) => (strategies.length === 0 ? 'The project file names no other strategy.' : spent()),
  },
  'run-again': {
    title: 'Run again',
    effect: () => 'The kept tree is tested once more, without a new patch. Use it when the result itself is in doubt.',
    refused: spent,
  },
  'roll-back-to-best': {
    title: 'Roll back to the best',
    effect: ({ best }) =>
      `The worktree goes back to iteration ${best?.iteration ?? 0} (${rateOf(best)}) and the loop goes on from there.`,
    refused: ({ best }) => (best === null ? 'Nothing has been measured yet.' : spent()),
  },
  'roll-back-to-base': {
    title: 'Roll back to the base',
    effect: () =>
      'The worktree goes back to where the run began; every patch so far is left behind, and the loop goes on.',
    refused: spent,
  },
  accept: {
    title: 'Accept with a warning',
    effect: ({ best }) => `The run ends with SUCCESS_WITH_WARNING and delivers its best: ${rateOf(best)}.`,
    refused: () => 'The run does not take it now.',
  },
  'give-up': {
    title: 'Give up',
    effect: ({ best }) => `The run ends with FAILURE; its best (${rateOf(best)}) is kept as a branch and a patch.`,
    refused: () => 'The run does not take it now.',
  },
} satisfies Record<ReviewVerdict, VerdictWords>;

/** Every verdict, in the order in which they are offered. */
export const verdictOrder: readonly ReviewVerdict[] = [
  'continue',
  'switch-strategy',
  'run-again',
  'roll-back-to-best',
  'roll-back-to-base',
  'accept',
  'give-up',
];

function rateOf(best: Review['best']): string {
  return best === null ? 'nothing measured' : `${best.passed} of ${best.total} tests pass`;
}
