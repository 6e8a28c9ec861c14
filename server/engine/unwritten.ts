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
  /** What was read of the rows meanwhile. */
  readonly reads: Reads;
}

/** Reads of the rows of a run that nobody changes meanwhile: each is done once, until the step that would change them is written. */
export interface Reads {
  once<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** From now on each is done anew, and the rows tell all. */
  end(): void;
  hasEnded(): boolean;
}

export function createReads(): Reads {
  const known = new Map<string, Promise<unknown>>();
  let hasEnded = false;
  return {
    async once<T>(key: string, read: () => Promise<T>) {
      if (hasEnded) return await read();
      const answer = known.get(key) ?? read();
      known.set(key, answer);
      return (await answer) as T;
    },
    end() {
      hasEnded = true;
    },
    hasEnded: () => hasEnded,
  };
}

const noReads = createReads();
noReads.end();

export const nothingKept: Kept = { artifacts: [], resultSets: [] };
export const nothingUnwritten: Unwritten = { artifacts: [], resultSets: [], records: [], reads: noReads };

/** What is known of a record once a later fact is: field by field, as `write_steps` merges them. */
export function mergedData(before: Json, after: Json): Json {
  return { ...Object(before), ...Object(after) };
}
