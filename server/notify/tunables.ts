/** Durations of notifications in milliseconds. Exceeding one has the consequence that its line names. */
export const notifyTunables = {
  /** A notice leaves this much later at the latest. */
  lookEveryMs: 1_000,
  /** Who has boards is told so long before their time is up; of one that was short anyway nothing is told. */
  boardsEndWithinMs: 600_000,
  /** An attempt that has no answer by then has failed. */
  answerWithinMs: 10_000,
  /** A delivery whose sender has not been heard of for so long is taken by another; longer than any attempt. */
  leaseMs: 30_000,
  /** Attempts of one delivery; a person may grant as many again. */
  maxAttempts: 5,
  /** Delays before the second and later attempts. */
  backoffMs: [5_000, 30_000, 300_000, 1_800_000],
  /** Deliveries under way at once in one process. */
  atOnce: 8,
  /** Of an answer this much is kept in the log, bytes. */
  keptAnswer: 500,
  /** Redirects that are followed. */
  redirects: 3,
} as const;
