import { minutes } from '#lib/activities/contract.ts';

/** Longest stay in a state, milliseconds; a task that exceeds one takes the edge of a failure. */
export const stateTimeouts: Readonly<Record<string, number>> = {
  'intake time-out': minutes(12),
  'answer time-out': minutes(12),
  'context time-out': minutes(6),
  'planning time-out': minutes(16),
  'tool time-out': minutes(66),
  'verification time-out': minutes(66),
  'recovery time-out': minutes(16),
  'summary time-out': minutes(16),
};

/** Rounds of questions before a task counts as unclear. */
export const mostRounds = 2;
/** Tries of a summary before a task ends without one. */
export const mostSummaries = 2;
/** Refusals before a task is given up. */
export const mostRefusals = 2;
