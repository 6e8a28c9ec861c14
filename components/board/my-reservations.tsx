import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { foldSeries, type OwnReservation, type OwnRow } from '#lib/reservation/fold-series.ts';
import { Countdown } from './countdown.tsx';

export type MyReservationsProps = {
  reservations: readonly OwnReservation[];
  /** What others share with the reader is theirs to keep and to give back. */
  me: string;
  busy: boolean;
  onExtend: (id: string) => void;
  onRelease: (id: string) => void;
  onEndSeries: (series: string) => void;
};

/** What I have, wait for, or will have, with the time that is left. Of times that come again the next one. */
export function MyReservations({ reservations, ...acts }: MyReservationsProps) {
  const columns: readonly Column<OwnRow>[] = [
    {
      key: 'boards',
      title: 'Boards',
      keep: true,
      grow: true,
      cell: ({ boards, wants }) => (
        <span className="tabular block wrap-anywhere md:truncate">
          {boards.length > 0 ? boards.map(({ name }) => name).join(', ') : wants.join(', ')}
        </span>
      ),
    },
    { key: 'time', title: 'Time', keep: true, cell: (row) => <TimeOf row={row} /> },
    {
      key: 'purpose',
      title: 'For',
      cell: ({ purpose }) => (
        <span className="text-ink-muted">
          <ClippedText text={purpose} limit={40} />
        </span>
      ),
    },
    { key: 'do', title: 'Do', keep: true, cell: (row) => <Acts row={row} {...acts} /> },
  ];
  return <Table label="My reservations" columns={columns} rows={foldSeries(reservations)} rowKey={({ id }) => id} />;
}

const words = { queued: 'Leave queue', booked: 'Cancel', held: 'Release', ended: 'Release' } as const;

type ActsProps = Omit<MyReservationsProps, 'reservations'> & { row: OwnRow };

function Acts({ row, me, busy, onExtend, onRelease, onEndSeries }: ActsProps) {
  const { id, holder, status, seriesId, later } = row;
  if (holder !== me) return <span className="text-ink-muted">shared by {holder}</span>;
  return (
    <span className="relative z-1 flex gap-1 max-sm:flex-wrap">
      {status === 'held' && (
        <Button disabled={busy} onClick={() => onExtend(id)}>
          30 min more
        </Button>
      )}
      <Button disabled={busy} onClick={() => onRelease(id)}>
        {words[status]}
      </Button>
      {seriesId !== null && later > 0 && (
        <Button disabled={busy} onClick={() => onEndSeries(seriesId)}>
          Cancel all
        </Button>
      )}
    </span>
  );
}

function TimeOf({ row: { status, boards, later } }: { row: OwnRow }) {
  const [first] = boards;
  if (first === undefined) return <span className="text-ink-muted">in the queue</span>;
  if (status === 'held') return <Countdown to={Math.max(...boards.map(({ to }) => to))} />;
  return (
    <>
      <RelativeTime at={first.from} />
      {later > 0 && <span className="text-ink-muted"> and {later} more</span>}
    </>
  );
}
