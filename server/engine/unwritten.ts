import type { Json } from '#lib/engine/json.ts';
import type { RecordFact } from '#lib/engine/step.ts';
import type { NewArtifact } from '#server/store/artifacts.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';

/** What an activity leaves to be stored with its end. */
export interface Kept {
  readonly artifacts: readonly NewArtifact[];
  readonly resultSets: readonly PlacedResultSet[];
}

/**
 * What steps, and activities that have ended, leave and what is not written yet, oldest first. Whoever goes on with the run
 * before it is reads it beside the rows.
 */
export interface Unwritten {
  readonly artifacts: readonly NewArtifact[];
  readonly resultSets: readonly (PlacedResultSet & { readonly at: number })[];
  readonly records: readonly RecordFact[];
}

export const nothingKept: Kept = { artifacts: [], resultSets: [] };
export const nothingUnwritten: Unwritten = { artifacts: [], resultSets: [], records: [] };

/** What is known of a record once a later fact is: field by field, as `write_steps` merges them. */
export function mergedData(before: Json, after: Json): Json {
  return { ...Object(before), ...Object(after) };
}
