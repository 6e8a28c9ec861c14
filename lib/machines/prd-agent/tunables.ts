import { minutes } from '#lib/activities/contract.ts';

/** Longest stay in a state, milliseconds; a session that exceeds one takes the edge of a failure. */
export const stateTimeouts: Readonly<Record<string, number>> = {
  'note time-out': minutes(3),
  'planning time-out': minutes(16),
  'answer time-out': minutes(12),
  'work time-out': minutes(62),
  'verification time-out': minutes(66),
  'checkpoint time-out': minutes(22),
  'archive time-out': minutes(42),
};

/** Tries of the planning, and of the archiving, before they are given up. */
export const mostTries = 3;
/** Automatic fixes in a row before a person is needed. */
export const mostAttempts = 3;
/** Fixes of one task, also such as succeed and break again. */
export const mostFixes = 10;
/** Answers of a playbook to one blocked task: it cannot see that nothing comes of them. */
export const mostAnswers = 10;
