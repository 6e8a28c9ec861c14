/** Durations of reservations in milliseconds, each with what happens when it is exceeded. */
export const reservationTunables = {
  /** A run's hold is for so long and is renewed while the run lives; should nobody renew it, its boards are free after it. */
  runTermMs: 5 * 60_000,
  /** A run in the midst of an iteration keeps a person waiting who has reserved the board from then on, so long at most. */
  longestYieldMs: 45 * 60_000,
  /** Before the time of who comes next it is seen whether the run has come to the end of its iteration, else they begin a step later. */
  delayWithinMs: 15_000,
  delayStepMs: 60_000,
  /** What becomes due is seen this much later at the latest; a notification is seen at once. */
  lookEveryMs: 1_000,
  /** Between two looks people come first, who settle what they change themselves. */
  paceMs: 50,
  /** Times that come again are booked so far ahead, and on from there this often. */
  seriesAheadMs: 91 * 86_400_000,
  continueEveryMs: 3_600_000,
  /** Boards that no runner reaches any more are looked for this often. */
  lookForOfflineMs: 2_000,
} as const;
