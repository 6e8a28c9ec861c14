import type { Pool } from 'pg';
import { topState } from '#lib/engine/top-state.ts';

export interface StateTime {
  /** Dotted path. */
  readonly state: string;
  readonly visits: number;
  readonly ms: number;
}

export interface EdgeCount {
  readonly from: string;
  readonly to: string;
  readonly taken: number;
  /** The newest of these transitions. */
  readonly last: number;
}

export interface PathWalked {
  /** How often and how long a run was in each of its states, the stay that goes on not included. */
  readonly times: readonly StateTime[];
  /** How often it went from one top-level state to another, and when last. */
  readonly edges: readonly EdgeCount[];
}

/** Transitions are counted by a 32-bit number: no run has more. */
const all = 2_147_483_647;

/** The way of a run up to a transition. It is read at every step that somebody looks at, so the transitions are gone through once. */
export async function pathWalked(pool: Pool, runId: string, upTo = all): Promise<PathWalked> {
  const { rows } = await pool.query<Way>({
    name: 'path-walked',
    text: `SELECT from_state AS "from", to_state AS "to", count(*)::int AS taken, sum(ms_in_from)::float8 AS ms, max(seq)::int AS last
      FROM transition WHERE run_id = $1 AND seq <= $2 AND from_state <> to_state GROUP BY 1, 2`,
    values: [runId, upTo],
  });
  return { times: timesOf(rows), edges: edgesOf(rows) };
}

/** From one state to another, by dotted paths; a run comes from nowhere, the empty path, into its first state. */
interface Way extends EdgeCount {
  /** Time in the state that was left, over all of them. */
  readonly ms: number;
}

function timesOf(ways: readonly Way[]): StateTime[] {
  const stays = ways.flatMap(({ from, to, taken, ms }) => [
    { state: to, visits: taken, ms: 0 },
    { state: from, visits: 0, ms },
  ]);
  return [...Map.groupBy(stays, ({ state }) => state)]
    .filter(([state]) => state !== '')
    .map(([state, own]) => ({ state, visits: sum(own, 'visits'), ms: sum(own, 'ms') }));
}

function edgesOf(ways: readonly Way[]): EdgeCount[] {
  const counts = new Map<string, EdgeCount>();
  for (const way of ways) {
    const [from, to] = [topState(way.from), topState(way.to)];
    if (from === '' || from === to) continue;
    const known = counts.get(`${from} ${to}`);
    const taken = (known?.taken ?? 0) + way.taken;
    counts.set(`${from} ${to}`, { from, to, taken, last: Math.max(known?.last ?? 0, way.last) });
  }
  return [...counts.values()];
}

function sum<Name extends string>(rows: readonly { readonly [Key in Name]: number }[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0);
}
