import { placedResults } from '#server/store/placed-results.ts';
import { insertResultSet, type NewResultSet } from '#server/store/results.ts';
import type { ActivityContext } from '../context.ts';
import { filedTestIds } from '../filed.ts';

/** More cost a step more than they save. */
const mostRows = 200;

/** Stores a measurement: with the activity's end where it is small and every test of it is known, else at once. */
export async function keepResultSet(context: ActivityContext, set: NewResultSet): Promise<void> {
  const { pool } = context.host;
  const keys = [...new Set(set.results.map(({ key }) => key))];
  const ids = set.results.length <= mostRows ? await filedTestIds(context, keys) : null;
  if (ids === null) {
    await context.confirmed;
    context.stored();
    await insertResultSet(pool, set);
    return;
  }
  const tests = new Map([...ids].map(([key, test]) => [test.id, { ...test, key }]));
  context.keepResults({ ...set, results: [...placedResults(set.results, ids)], tests });
}
