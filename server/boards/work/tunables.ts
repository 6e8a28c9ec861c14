/** Durations and sizes of what runners do with boards on behalf of people. Milliseconds and bytes. */
export const workTunables = {
  /** Longest wait before orders and consoles are looked for, should a notification be lost. */
  lookEveryMs: 2_000,
  /** Between two looks for boards that are due for a check. */
  lookForDueMs: 30_000,
  /** How long a board is reserved for its check. A longer check is cut off with its lease. */
  checkMinutes: 30,
  /** What a console prints gathers for so long before it is kept: shorter costs a row for each byte, longer delays it. */
  gatherMs: 40,
  /** Of one kept piece. */
  pieceBytes: 32 * 1024,
  /** What may wait to be kept; a board that prints faster than the database takes it is made to wait. */
  waitingBytes: 1024 * 1024,
  /** Of one session. What is printed beyond is still shown to nobody and kept nowhere; the recording says so. */
  recordingBytes: 64 * 1024 * 1024,
  /** Between two questions for what came of an order. */
  askEveryMs: 100,
  /** How long a page waits for it; then it shows that it is still going on. */
  pageMs: 30_000,
  /** How long the command line waits for what it has ordered. */
  orderMs: 20 * 60_000,
} as const;
