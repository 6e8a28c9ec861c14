import { minutes } from '#lib/activities/contract.ts';

/** Longest stay in a state, milliseconds; a session that exceeds one takes the edge of a failure. */
export const stateTimeouts: Readonly<Record<string, number>> = {
  'turn time-out': minutes(126),
  'judge time-out': minutes(31),
  'stand-in time-out': minutes(11),
  'check time-out': minutes(66),
  'message time-out': minutes(31),
  'commit time-out': minutes(31),
  'deploy time-out': minutes(66),
  'rewrite time-out': minutes(16),
  'summary time-out': minutes(16),
};

/** Times that a judge is asked again before a person is. */
export const askedAgain = 2;
/** Times that a session which dies is resumed or begun anew. */
export const mostDeaths = 1;
/** Warnings that are kept; what comes after them is in the trace. */
export const mostWarnings = 8;
