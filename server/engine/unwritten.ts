import type { Json } from '#lib/engine/json.ts';
import type { RecordFact } from '#lib/engine/step.ts';
import type { ArtifactUse, NewArtifact } from '#server/store/artifacts.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';
import type { ResultSetRow } from '#server/store/results.ts';

/** What an activity leaves to be stored with its end. */
export interface Kept {
  readonly artifacts: readonly NewArtifact[];
  readonly resultSets: readonly PlacedResultSet[];
  /** The activity has stored rows of its run by itself, which are not among these. Of an end without what is kept it is not known. */
  readonly hasStored: boolean;
}

/** What steps and the ends of activities file in rows of a run, oldest first. */
export interface RowsOfRun {
  readonly records: readonly RecordFact[];
  readonly artifacts: readonly ArtifactUse[];
  readonly resultSets: readonly ResultSetRow[];
}

/**
 * What a run has left beside the rows as they were read: what is not written yet, and of a run that nobody else has moved
 * since also what this process has written before. Whoever goes on with the run before it is written reads it so.
 */
export interface Unwritten extends RowsOfRun {
  /** Those of `resultSets` that are not written yet, with their tests. */
  readonly measured: readonly PlacedResultSet[];
  /** How many activities have changed something since the last step was written. */
  readonly worked: number;
  /** What was read meanwhile. */
  readonly reads: Reads;
  /** What was read of rows that `RowsOfRun` goes on from. */
  readonly rowReads: Reads;
}

/**
 * What this process knows of the rows of a run that it moves alone. Only its steps and activities change them, and a step of
 * somebody else would be found out when the next one is written.
 */
export interface KnownRows extends RowsOfRun {
  readonly reads: Reads;
}

/** So many are gone through again and again at most. */
const mostRows = 200;

export function knownRows(): KnownRows {
  return { records: [], artifacts: [], resultSets: [], reads: createReads() };
}

export function withRows({ reads, ...known }: KnownRows, fresh: RowsOfRun): KnownRows {
  const all = together(known, fresh);
  const count = all.records.length + all.artifacts.length + all.resultSets.length;
  return count > mostRows ? knownRows() : { ...all, reads };
}

/** The later after the earlier. */
export function together(earlier: RowsOfRun, later: RowsOfRun): RowsOfRun {
  return {
    records: [...earlier.records, ...later.records],
    artifacts: [...earlier.artifacts, ...later.artifacts],
    resultSets: [...earlier.resultSets, ...later.resultSets],
  };
}

/**
 * Reads of the rows of a run that nobody changes meanwhile: each is done once, until the step that would change them is
 * written. An answer that does not last is for those who asked together.
 */
export interface Reads {
  once<T>(key: string, read: () => Promise<T>, lasts?: (answer: T) => boolean): Promise<T>;
  /** From now on each is done anew, and the rows tell all. */
  end(): void;
  hasEnded(): boolean;
}

export function createReads(): Reads {
  const known = new Map<string, Promise<unknown>>();
  let hasEnded = false;
  return {
    async once<T>(key: string, read: () => Promise<T>, lasts: (answer: T) => boolean = () => true) {
      if (hasEnded) return await read();
      const asked = known.get(key) ?? read();
      known.set(key, asked);
      try {
        const answer = (await asked) as T;
        if (!lasts(answer)) known.delete(key);
        return answer;
      } catch (error) {
        known.delete(key);
        throw error;
      }
    },
    end() {
      hasEnded = true;
    },
    hasEnded: () => hasEnded,
  };
}

const noReads = createReads();
noReads.end();

export const nothingKept: Kept = { artifacts: [], resultSets: [], hasStored: false };
export const nothingUnwritten: Unwritten = {
  ...knownRows(),
  measured: [],
  worked: 0,
  reads: noReads,
  rowReads: noReads,
};

/** What is known of a record once a later fact is: field by field, as `write_steps` merges them. */
export function mergedData(before: Json, after: Json): Json {
  return { ...Object(before), ...Object(after) };
}
