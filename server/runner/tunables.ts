/** Durations of a runner in milliseconds. Exceeding one has the consequence that its line names. */
export const runnerTunables = {
  /** What is not over on the spot by then is begun by a step of its own. */
  patienceMs: 10,
  /** What works in the tree and is not over by then is begun by a step of its own too. */
  heldMs: 40,
  /** So long after the next activity has asked to change the tree, what is left of the one before competes with it. */
  headStartMs: 2,
  /** A runner that misses five renewals in a row is taken over. */
  renewEveryMs: 4_000,
  /** Without a renewal for so long, its work goes to others; with `sweepEveryMs` on top still within 20 s. */
  deadAfterMs: 17_000,
  /** A longer gap between two own renewals is a break: before it is over, this runner may call nobody dead. */
  unbrokenGapMs: 8_000,
  /** Without a renewal for so long, the watchdog kills the child processes and the runner gives its work back. */
  frozenAfterMs: 12_000,
  /** A cancellation whose notification was lost, and an activity that was taken by an answer that was lost, are seen this much later. */
  squareUpEveryMs: 1_000,
  /** A timer set by another process is seen this much later at the latest. */
  lookForTimersMs: 5_000,
  /** Jobs and runs that fell between two processes are found this much later. */
  sweepEveryMs: 2_000,
  /** The runs of a host without a runner for so long go on elsewhere, where their worktrees are built anew. */
  hostGoneAfterMs: 60_000,
  /** A stopping runner hands over what has not ended by then. */
  drainMs: 20_000,
  /** A process that has been asked to end is gone by then; the stack would kill it at 30 s. */
  leaveWithinMs: 28_000,
  /** Delays before the second, third and last attempt of an idempotent activity. */
  backoffMs: [200, 500, 1_000],
} as const;
