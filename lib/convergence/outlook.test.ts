import { expect, test } from 'vitest';
import { outlookOf, type Progress } from './outlook.ts';

const progress: Progress = {
  iteration: 4,
  averageImprovement: 0.1,
  window: 3,
  plateau: { below: 0.01, from: 7 },
  slow: { below: 0.05, from: 5 },
};

test.each([
  [{}, null],
  [{ averageImprovement: 0.01 }, null],
  [{ averageImprovement: 0, iteration: 2 }, null],
  [{ averageImprovement: 0.007 }, 'PLATEAU RISK'],
  [{ averageImprovement: -0.2 }, 'PLATEAU RISK'],
  [{ averageImprovement: 0.007, iteration: 7 }, 'PLATEAU'],
  [{ averageImprovement: 0.02, iteration: 5 }, 'SLOW IMPROVEMENT'],
  [{ averageImprovement: 0.05, iteration: 5 }, null],
] as const)('%j looks like %s', (change, word) => {
  expect(outlookOf({ ...progress, ...change })?.word ?? null).toBe(word);
});

test('a warning names the change, the window and the threshold, and when it will count', () => {
  expect(outlookOf({ ...progress, averageImprovement: -0.007 })).toEqual({
    word: 'PLATEAU RISK',
    short: '−0.7\u00a0% over 3',
    sentence:
      'On average −0.7\u00a0% over the last 3 changes, under the 1.0\u00a0% of a plateau: from iteration 7 on it counts as one.',
  });
});
