'use client';

import { Countdown } from '#components/board/countdown.tsx';
import { Holder } from '#components/board/occupancy-mark.tsx';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Section } from '#components/ui/section.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import type { useReservations } from '../use-reservations.ts';

/** Of those to come so many are named. */
const mostNext = 8;

type Props = { page: Outputs['boards']['page']; act: ReturnType<typeof useReservations> };

/** Who has the board and for how long still, and who has it next. */
export function WhoHasIt({ page: { board, next, reservation, me }, act }: Props) {
  return (
    <Section title="Who has it">
      {reservation === null ? (
        <p className="text-ink-muted text-sm">
          Nobody. {next.length === 0 && 'It is not reserved for the next two weeks.'}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span className="font-medium">
            <Holder hold={reservation} />
          </span>
          {reservation.purpose !== '' && (
            <span className="text-ink-muted">
              <ClippedText text={reservation.purpose} />
            </span>
          )}
          {board.held !== null && (
            <span>
              <Countdown to={board.held.to} /> <span className="text-ink-muted">left</span>
            </span>
          )}
          {reservation.sharedWith.length > 0 && (
            <span className="text-ink-muted">shared with {reservation.sharedWith.join(', ')}</span>
          )}
          {reservation.holder === me && (
            <span className="flex gap-1">
              <Button disabled={act.busy} onClick={() => act.extend(reservation.id)}>
                30 min more
              </Button>
              <Button disabled={act.busy} onClick={() => act.release(reservation.id)}>
                Release
              </Button>
            </span>
          )}
        </div>
      )}
      {next.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {next.slice(0, mostNext).map((window) => (
            <li key={window.reservationId} className="flex gap-2">
              <RelativeTime at={window.from} />
              <Holder hold={window} />
              <span className="truncate text-ink-muted">
                <ClippedText text={window.purpose} />
              </span>
            </li>
          ))}
          {next.length > mostNext && (
            <li className="text-ink-muted">and {next.length - mostNext} more in the next two weeks</li>
          )}
        </ul>
      )}
    </Section>
  );
}
