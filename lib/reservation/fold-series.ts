export type OwnReservation = {
  id: string;
  number: number;
  holder: string;
  status: 'queued' | 'booked' | 'held' | 'ended';
  purpose: string;
  /** The series that it is one time of; null for a single one. */
  seriesId: string | null;
  /** What was asked for. */
  wants: readonly string[];
  boards: readonly { name: string; from: number; to: number }[];
};

/** A reservation of mine, and how many later ones of its series it stands for. */
export type OwnRow = OwnReservation & { later: number };

/** One row for the next time of each series instead of one for each of its times. The order stays: by time. */
export function foldSeries(reservations: readonly OwnReservation[]): OwnRow[] {
  const folded: OwnRow[] = [];
  for (const one of reservations) {
    const next = folded.find(({ seriesId, status }) => status === 'booked' && seriesId === one.seriesId);
    if (one.seriesId === null || one.status !== 'booked' || next === undefined) folded.push({ ...one, later: 0 });
    else next.later += 1;
  }
  return folded;
}
