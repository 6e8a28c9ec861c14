import type { Pool } from 'pg';
import { remember } from '#lib/remember.ts';
import { joinsByRule, type Measurement, measuredRows } from '#server/store/pages/heat-map.ts';
import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import { type ResultSetRow, resultSetsOf } from '#server/store/results.ts';
import { type HeatMap, heatMapOf } from '../views/heat-rows.ts';

/** Measurements never change, so the map of a set of them is made once for the joins of then; readers of one run share it. */
const maps = remember<HeatMap>(12);

/** The heat map of a run from what was measured until a time, or until now. */
export async function heatMapAt(
  pool: Pool,
  { runId, upTo, until, rates }: { runId: string; upTo: number; until: Date | null; rates: readonly IterationRate[] },
): Promise<HeatMap> {
  const [sets, joins] = await Promise.all([setsUntil(pool, { runId, upTo, until }), joinsByRule(pool, runId)]);
  const measurements = measurementsOf(sets);
  const rolledBack = new Set(rates.filter(({ kept }) => kept === false).map(({ iteration }) => iteration));
  const key = [joins, ...measurements.map(({ id }) => id), ...rolledBack].join(' ');
  return await maps(key, async () => heatMapOf(await measuredRows(pool, measurements), rolledBack));
}

/** Measurements up to an iteration and a time, newest first. */
export async function setsUntil(
  pool: Pool,
  { runId, upTo, until }: { runId: string; upTo: number; until: Date | null },
): Promise<ResultSetRow[]> {
  const sets = await resultSetsOf(pool, runId, upTo);
  return until === null ? sets : sets.filter(({ createdAt }) => createdAt <= until);
}

/** Ranks the measurements of each iteration: they come newest first. */
function measurementsOf(sets: readonly ResultSetRow[]): Measurement[] {
  const seen = new Map<number, number>();
  return sets.map(({ id, iteration }) => {
    const rank = seen.get(iteration) ?? 0;
    seen.set(iteration, rank + 1);
    return { id, iteration, rank };
  });
}
