/** Limits of notebooks, each with the consequence of exceeding it. Milliseconds and bytes. */
export const notebookTunables = {
  /** A kernel that does not open its door by then counts as not started. */
  startMs: 60_000,
  /** Between two looks for the door of a kernel that starts. */
  lookMs: 50,
  /** Between the interrupt of a cell and the end of its kernel. */
  interruptMs: 3_000,
  /** Longest life of a kernel; cells that come later begin a new one. */
  lifeMs: 20 * 86_400_000,
  /** What a kernel's own process may print; its cells' output goes another way. */
  ownOutputBytes: 4 * 1024 * 1024,
  /** What one cell may send; a kernel that sends more is ended. */
  cellBytes: 16 * 1024 * 1024,
  /** Outputs kept of one cell; of more the first are kept. */
  cellOutputs: 500,
} as const;
