import type { Pool } from 'pg';
import type { Removal, RetentionKind } from '#lib/retention/kinds.ts';
import { previewRemoval, removeOf, thingsDue } from '#server/store/retention/remove.ts';
import { isRoundDue, noteRound, type RetentionRule, retentionRules } from '#server/store/retention/rules.ts';

/** What a rule would remove now. */
export type Preview = RetentionRule & Removal;

/** What the rules would remove now; nothing is. */
export async function previewRetention(pool: Pool): Promise<Preview[]> {
  const rules = await retentionRules(pool);
  return await Promise.all(
    rules.map(async (rule) => ({ ...rule, ...(await previewRemoval(pool, rule.kind, rule.days)) })),
  );
}

/** Removes what the rules say, one run, import or talk at a time, and writes down what went. */
export async function applyRetention(pool: Pool, by: string): Promise<Partial<Record<RetentionKind, Removal>>> {
  const removed: Partial<Record<RetentionKind, Removal>> = {};
  for (const { kind, days } of await retentionRules(pool)) {
    let sum: Removal = { things: 0, rows: 0, bytes: 0 };
    for (const id of await thingsDue(pool, kind, days)) {
      const one = await removeOf(pool, { kind, days, id });
      sum = { things: sum.things + one.things, rows: sum.rows + one.rows, bytes: sum.bytes + one.bytes };
    }
    if (sum.things > 0) removed[kind] = sum;
  }
  await noteRound(pool, by, removed);
  return removed;
}

const hoursBetweenRounds = 24;

/** The daily round, by whichever runner is the first to find it due. */
export async function retainDaily(pool: Pool): Promise<void> {
  if (await isRoundDue(pool, hoursBetweenRounds)) await applyRetention(pool, 'the stack');
}
