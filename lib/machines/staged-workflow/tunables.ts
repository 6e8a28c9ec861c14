import { minutes } from '#lib/activities/contract.ts';

/** Longest stay in a state, milliseconds; a workflow that exceeds one takes the row `FAIL`. */
export const stateTimeouts: Readonly<Record<string, number>> = {
  'planning time-out': minutes(62),
  'generating time-out': minutes(62),
  'action time-out': minutes(66),
  'notebook time-out': minutes(4),
  'answer time-out': minutes(12),
  'clean-up time-out': minutes(6),
};

/** Recoveries in all that a playbook may ask for; more would go on for ever. */
export const mostRecoveries = 10;
