import type { Pool } from 'pg';
import { extend } from '#server/boards/reservations/extend.ts';
import { release } from '#server/boards/reservations/release.ts';
import type { ReservationRow } from '#server/store/reservations/reservation-row.ts';
import { signed } from '#server/store/signed.ts';
import { boardActor } from '../board-actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { minutesOf } from '../when.ts';
import { withStack } from '../with-stack.ts';
import { inWords } from './reserve.ts';

/** `firmloop extend`: keeps boards for longer. */
export async function extendReservation(
  name: string,
  options: { readonly for: string; readonly json?: true },
): Promise<ExitCode> {
  const byMinutes = minutesOf(options.for);
  const row = await withPool((pool) => extend(pool, name, { byMinutes }, boardActor()));
  console.log(options.json ? JSON.stringify(row) : inWords(row));
  return exitCode.success;
}

/** `firmloop release`: gives boards back. */
export async function releaseReservation(
  name: string,
  { reason, json }: { readonly reason: string; readonly json?: true },
): Promise<ExitCode> {
  const row = await withPool((pool) => release(pool, name, { ...boardActor(), reason }));
  console.log(json ? JSON.stringify(row) : `reservation ${row.number} is over: ${row.endedBecause}`);
  return exitCode.success;
}

function withPool(act: (pool: Pool) => Promise<ReservationRow>): Promise<ReservationRow> {
  const signature = { actor: boardActor().by, door: 'cli', address: null } as const;
  return withStack({ runner: false }, ({ pool }) => act(signed(pool, signature)));
}
