import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { Countdown } from './countdown.tsx';

export type OwnReservation = {
  id: string;
  number: number;
  status: 'queued' | 'booked' | 'held' | 'ended';
  purpose: string;
  /** What was asked for. */
  wants: readonly string[];
  boards: readonly { name: string; from: number; to: number }[];
};

export type MyReservationsProps = {
  reservations: readonly OwnReservation[];
  busy: boolean;
  onExtend: (id: string) => void;
  onRelease: (id: string) => void;
};

/** What I have, wait for, or will have, with the time that is left. */
export function MyReservations({ reservations, busy, onExtend, onRelease }: MyReservationsProps) {
  const columns: readonly Column<OwnReservation>[] = [
    {
      key: 'boards',
      title: 'Boards',
      keep: true,
      grow: true,
      cell: ({ boards, wants }) => (
        <span className="tabular block truncate">
          {boards.length > 0 ? boards.map(({ name }) => name).join(', ') : wants.join(', ')}
        </span>
      ),
    },
    { key: 'time', title: 'Time', keep: true, cell: (one) => <TimeOf reservation={one} /> },
    { key: 'purpose', title: 'For', cell: ({ purpose }) => <span className="text-ink-muted">{purpose}</span> },
    {
      key: 'do',
      title: 'Do',
      keep: true,
      cell: ({ id, status }) => (
        <span className="relative z-1 flex gap-1">
          {status === 'held' && (
            <Button disabled={busy} onClick={() => onExtend(id)}>
              30 min more
            </Button>
          )}
          <Button disabled={busy} onClick={() => onRelease(id)}>
            {words[status]}
          </Button>
        </span>
      ),
    },
  ];
  return <Table label="My reservations" columns={columns} rows={reservations} rowKey={({ id }) => id} />;
}

const words = { queued: 'Leave queue', booked: 'Cancel', held: 'Release', ended: 'Release' } as const;

function TimeOf({ reservation: { status, boards } }: { reservation: OwnReservation }) {
  const [first] = boards;
  if (first === undefined) return <span className="text-ink-muted">in the queue</span>;
  if (status === 'held') return <Countdown to={Math.max(...boards.map(({ to }) => to))} />;
  return <RelativeTime at={first.from} />;
}
