import type { Pool } from 'pg';
import { type EnvironmentConfig, needsBoard } from '#lib/config/sections/environments.ts';
import { DomainError } from '#lib/errors.ts';
import { isFree } from '#lib/reservation/plan.ts';
import { selectorText, whyNone } from '#lib/reservation/selector.ts';
import { whyHopeless } from '#server/boards/reservations/settle.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { type Candidate, candidates } from '#server/store/reservations/candidates.ts';

/**
 * The site that a run is worked on at, so that its boards are in reach: of those with such boards the one with most of them free,
 * then with most. Undefined for a run that needs no board. Throws BAD_INPUT where no board will ever do.
 */
export async function siteOfBoards(
  pool: Pool,
  environment: EnvironmentConfig | undefined,
): Promise<string | undefined> {
  if (environment === undefined || !needsBoard(environment)) return undefined;
  const { board_type: type, tags, site } = environment;
  const want = { ...(type && { type }), ...(site && { site }), tags: [...tags] };
  const now = await databaseTime(pool);
  const meant = await candidates(pool, [want], now);
  const why =
    meant.length === 0
      ? (whyNone(await candidates(pool, [{ tags: [] }], now), want) ?? `no board is ${selectorText(want)}`)
      : whyHopeless(meant, want);
  if (why !== null)
    throw new DomainError('BAD_INPUT', `The tests can run nowhere: ${why}.`, {
      next: '`firmloop boards list` shows the boards; the environment of the project file says which one is meant.',
    });
  const sites = [...Map.groupBy(meant, (board) => board.site)].map(([name, boards]) => ({
    name,
    free: boards.filter((board) => isFreeNow(board, now)).length,
    usable: boards.filter(({ usable }) => usable).length,
  }));
  sites.sort((a, b) => b.free - a.free || b.usable - a.usable || (a.name < b.name ? -1 : 1));
  return sites[0]?.name;
}

function isFreeNow(board: Candidate, now: number): boolean {
  return board.usable && isFree(board, { from: now, to: now + 1 });
}
