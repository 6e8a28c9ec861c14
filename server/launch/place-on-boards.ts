import type { Pool } from 'pg';
import { NOWHERE, type Problem } from '#lib/config/problem.ts';
import { type EnvironmentConfig, needsBoard } from '#lib/config/sections/environments.ts';
import { nearMisses, whyHopeless, whyLater } from '#lib/reservation/outlook.ts';
import { isFree } from '#lib/reservation/plan.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { type Candidate, candidates } from '#server/store/reservations/candidates.ts';

/** Where a run finds the boards that its environment names. */
export interface PlaceOnBoards {
  /** The site that it is worked on at, so that its boards are in reach; undefined for a run that needs none. */
  readonly site?: string;
  /** No board will ever do. */
  readonly problems: readonly Problem[];
  /** What does not stop the launch and should be known, a sentence each. */
  readonly warnings: readonly string[];
}

/** Looks for the boards that an environment names, as they are now. */
export async function placeOnBoards(
  pool: Pool,
  name: string,
  environment: EnvironmentConfig | undefined,
): Promise<PlaceOnBoards> {
  if (environment === undefined || !needsBoard(environment)) return { problems: [], warnings: [] };
  const { board_type: type, tags, site } = environment;
  const want = { ...(type && { type }), ...(site && { site }), tags: [...tags] };
  const now = await databaseTime(pool);
  const meant = await candidates(pool, [want], now);
  const why = whyHopeless(meant.length > 0 ? meant : await candidates(pool, everyBoard, now), want);
  if (why !== null) {
    const near = nearMisses(await candidates(pool, everyBoard, now), want);
    return { problems: [nowhereToRun(name, why, near)], warnings: [] };
  }
  const later = whyLater(meant, want, now);
  return {
    ...bestSite(meant, now),
    problems: [],
    warnings: later === null ? [] : [`The run will stand in the queue for a board: ${later}.`],
  };
}

const everyBoard = [{ tags: [] }];

function nowhereToRun(environment: string, why: string, near: readonly string[]): Problem {
  const rest = '`firmloop boards list` shows the boards; the environment of the project file says which one is meant.';
  const path = `environments.${environment}`;
  return { ...NOWHERE, path, message: `the tests can run nowhere: ${why}`, suggestion: [...near, rest].join(' ') };
}

/** Of the sites with such boards, the one with most of them free, then with most. */
function bestSite(meant: readonly Candidate[], now: number): { site?: string } {
  const sites = [...Map.groupBy(meant, (board) => board.site)].map(([site, boards]) => ({
    site,
    free: boards.filter((board) => board.usable && isFree(board, { from: now, to: now + 1 })).length,
    usable: boards.filter(({ usable }) => usable).length,
  }));
  sites.sort((a, b) => b.free - a.free || b.usable - a.usable || (a.site < b.site ? -1 : 1));
  const [best] = sites;
  return best === undefined ? {} : { site: best.site };
}
