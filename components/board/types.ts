import type { BoardHealth, Occupancy } from '#lib/boards/board.ts';

/** Who has a board at a time; epoch milliseconds. */
export type BoardHold = {
  reservationId: string;
  number: number;
  holder: string;
  runNumber: number | null;
  purpose: string;
  from: number;
  to: number;
};

/** A board as lists show it. */
export type BoardFace = {
  id: string;
  name: string;
  type: string;
  site: string;
  tags: readonly string[];
  health: BoardHealth;
  healthReason: string;
  offlineBecause: string | null;
  occupancy: Occupancy;
  held: BoardHold | null;
  next: BoardHold | null;
};

/** A window on a timeline. */
export type TimelineBar = {
  reservationId: string;
  boardId: string;
  number: number;
  holder: string;
  runNumber: number | null;
  purpose: string;
  status: 'booked' | 'held' | 'ended';
  from: number;
  to: number;
};

/** A new reservation as somebody draws or asks for it. */
export type ReserveDraft = { selector: string; from: number | null; minutes: number };

/** Somebody in the queue. */
export type QueueEntry = {
  id: string;
  number: number;
  holder: string;
  runNumber: number | null;
  wants: readonly string[];
  minutes: number;
  priority: number;
  position: number | null;
  expected: number | null;
};
