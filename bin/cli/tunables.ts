/** Durations of the command line in milliseconds, each with what happens when it is exceeded. */
export const tunables = {
  /** A run's step whose notification was lost is seen this much later. */
  lookAgain: 1_000,
  /** The report of a run that has ended is made from its rows when the stored one is not there by then. */
  wrapUpLimit: 30_000,
  /** Without an answer of the database for so long, following a run is given up. */
  databaseGone: 60_000,
  /** A stack that another program is starting has this long to become ready; the first start of all builds pages for minutes. */
  otherStart: 300_000,
  /** Whoever waits for it is told after so long. */
  otherNews: 2_000,
  /** A stack without a live runner is used after this all the same, with a warning. */
  otherRunner: 5_000,
  /** How soon the other stack's readiness is seen. */
  otherLook: 100,
  /** How soon a stack that others use notices that they have left; a guest that follows a run asks every second. */
  guestLook: 500,
  /** Whoever waits for a board sees this much later that its turn has come. */
  queueLook: 200,
  /** The status line is drawn anew this often. */
  redraw: 120,
  /** Between two looks at what a board has said. A longer one delays each word. */
  consoleLook: 40,
} as const;
