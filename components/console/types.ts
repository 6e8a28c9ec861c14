/** Who has the board, as its console shows it. Times are epoch milliseconds. */
export type ConsoleHolding = {
  leaseId: string;
  holder: string;
  runNumber: number | null;
  purpose: string;
  until: number;
};

/** A talk with a board, going on or over. */
export type ConsoleTalk = {
  id: string;
  askedBy: string;
  askedAt: number;
  openedAt: number | null;
  closedAt: number | null;
  closedBecause: string | null;
  /** When what was said went; null while it can be shown again. */
  recordingGoneAt: number | null;
};

export type PowerAction = 'on' | 'off' | 'cycle' | 'read';
