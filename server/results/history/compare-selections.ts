import type { Pool } from 'pg';
import { compareMeasured, type Difference } from '#lib/history/compare-measured.ts';
import { measuredTests, type Selection } from '#server/store/history/selections.ts';
import { findSelection } from './find-selection.ts';

export interface ComparedSelections {
  readonly before: Selection;
  readonly after: Selection;
  readonly difference: Difference;
}

/** Compares any two measurements of a project, each named as `findSelection` reads it. */
export async function compareSelections(
  pool: Pool,
  projectId: string,
  { before, after }: { before: string; after: string },
): Promise<ComparedSelections> {
  const [was, is] = await Promise.all([findSelection(pool, projectId, before), findSelection(pool, projectId, after)]);
  const [old, now] = await Promise.all([measuredTests(pool, was.sets), measuredTests(pool, is.sets)]);
  return { before: was, after: is, difference: compareMeasured(old, now) };
}
