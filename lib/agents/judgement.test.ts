import { expect, test } from 'vitest';
import { judgeFailure, reviews } from './tasks/session.ts';

test.each([
  ['no issue without a suggestion', reviews.function, { signal: 'no_issue', reason: 'it does it' }, true],
  ['an issue without a suggestion', reviews.function, { signal: 'has_issue', reason: 'it does not' }, false],
  [
    'a question without a decision',
    reviews.edges,
    { signal: 'ai_question', reason: 'it asks', suggestion: ' ' },
    false,
  ],
  ['a fault without a direction', judgeFailure, { signal: 'code_fault', reason: 'off by one' }, false],
  ['a signal of another question', reviews.security, { signal: 'code_fault', reason: 'x', suggestion: 'y' }, false],
])('%s is read, or asked for again', (_, { answer }, said, isRead) => {
  expect(answer.safeParse(said).success).toBe(isRead);
});
