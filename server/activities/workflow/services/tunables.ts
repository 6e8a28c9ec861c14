/** Limits of Planning and Generating services, each with the consequence of exceeding it. Milliseconds and bytes. */
export const serviceTunables = {
  /** The wait after the first failed try; each later one is twice as long. */
  firstWaitMs: 1_000,
  /** A longer answer is given up. */
  answerBytes: 16 * 1024 * 1024,
} as const;
