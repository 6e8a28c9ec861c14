/** Durations of the stack in milliseconds, each with what happens when it is exceeded. */
export const tunables = {
  /** A child that is not ready by then is ended, and the start fails with the last line of its log. */
  readyLimit: { postgres: 60_000, runner: 60_000, web: 60_000 },
  /** A child that has not ended by then is killed with its process group; the runner hands over its work within 20 s. */
  stopLimit: { postgres: 30_000, runner: 30_000, web: 5_000 },
  /**
   * A connection to the pages on which nothing was asked for so long is closed. Programs and proxies that keep theirs for
   * later, most of them up to a minute, must give it up first: a request that meets the closing is lost.
   */
  idleConnection: 75_000,
  /** A database that still starts up after so long counts as not there. */
  databaseStart: 15_000,
  databaseLook: 100,
  /** The wait before a child that died is started again doubles from the first value up to the last. */
  firstBackoff: 100,
  lastBackoff: 10_000,
  /** A child that lived this long is healthy again: its next death starts with the first backoff. */
  healthyAfter: 30_000,
  /** npm and the terminal both deliver one Ctrl-C; only one that comes later than this is a second. */
  sameInterrupt: 500,
  /** While the pages are built, somebody who waits hears this often what is being done. */
  buildNews: 15_000,
  /** How soon the stack notices that the `npm start` above it was killed. */
  parentCheck: 1_000,
} as const;
