import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { exactTime } from '#lib/format/exact-time.ts';
import { parseWants } from '#lib/reservation/parse-wants.ts';
import { peoplePriority } from '#lib/reservation/priority.ts';
import type { Reserved } from '#server/boards/reservations/give.ts';
import { queuePlace } from '#server/boards/reservations/queue-place.ts';
import { release } from '#server/boards/reservations/release.ts';
import { reserve } from '#server/boards/reservations/reserve.ts';
import { settle } from '#server/boards/reservations/settle.ts';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { type ReservationRow, reservationNamed } from '#server/store/reservations/reservation-row.ts';
import { signed } from '#server/store/signed.ts';
import { boardActor } from '../board-actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { tunables } from '../tunables.ts';
import { minutesOf, timeOf } from '../when.ts';
import { type StackUse, withStack } from '../with-stack.ts';

interface ReserveOptions {
  readonly for: string;
  readonly from?: string;
  readonly wait?: true;
  readonly purpose: string;
  readonly json?: true;
}

/** `firmloop reserve`: boards now, at a time, or when their turn comes; prints the reservation and its lease. */
export async function reserveBoards(selector: readonly string[], options: ReserveOptions): Promise<ExitCode> {
  const wants = parseWants(selector.join(' '));
  const { by, longest } = boardActor();
  const from = options.from === undefined ? null : timeOf(options.from, Date.now());
  const own = { holder: by, askedBy: by, purpose: options.purpose, longest, minutes: minutesOf(options.for) };
  const anybody = { runId: null, sites: null, hosts: null, prefer: [], avoid: [], yields: false, seriesId: null };
  return await withStack({ runner: false }, async (stack) => {
    const pool = signed(stack.pool, { actor: by, door: 'cli', address: null });
    const wish = { ...own, ...anybody, wants, from, wait: options.wait === true, priority: peoplePriority };
    const reserved = await reserve(pool, wish);
    if (reserved.status === 'queued' && !options.json) console.error(`firmloop: ${placeOf(reserved)}`);
    const row =
      reserved.status === 'queued' ? await turnOf(pool, reserved, stack) : await reservationNamed(pool, reserved.id);
    console.log(options.json ? JSON.stringify(row) : inWords(row));
    return exitCode.success;
  });
}

/** Waits for the turn; whoever gives up leaves the queue. */
async function turnOf(pool: Pool, { id, number }: Reserved, { interrupts }: StackUse): Promise<ReservationRow> {
  let last = '';
  for (;;) {
    const row = await reservationNamed(pool, id);
    if (row.status === 'held') return row;
    if (row.status === 'ended') throw new DomainError('REFUSED', `The wait is over: ${row.endedBecause}.`);
    if (interrupts.first.aborted) {
      await release(pool, id, { ...boardActor(), reason: 'the wait was given up' });
      throw new DomainError('REFUSED', `Reservation ${number} left the queue.`);
    }
    const place = await inTurn(pool, async (turn) => {
      await settle(turn);
      return await queuePlace(turn.client, id, turn.now);
    });
    const said = place === null ? '' : placeOf(place);
    if (said !== last && said !== '' && last !== '') console.error(`firmloop: ${said}`);
    last = said;
    await delay(tunables.queueLook, undefined, { signal: interrupts.first }).catch(() => undefined);
  }
}

function placeOf({ position, expected }: Pick<Reserved, 'position' | 'expected'>): string {
  const when = expected === null ? 'when one of the boards is back' : `at ${local(expected)} at the earliest`;
  return `number ${position ?? 1} in the queue, ${when}`;
}

/** What somebody has, in a line each. */
export function inWords({ number, status, boards, lease }: ReservationRow): string {
  const names = boards.map(({ name }) => name).join(', ');
  const [first] = boards;
  if (first === undefined) return `reservation ${number}: ${status}`;
  const until = local(Math.max(...boards.map(({ to }) => to)));
  const time = status === 'booked' ? `from ${local(first.from)} to ${until}` : `until ${until}`;
  return [`reservation ${number}: ${names} ${time}`, ...(lease === null ? [] : [`lease ${lease.id}`])].join('\n');
}

function local(at: number): string {
  return exactTime(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
