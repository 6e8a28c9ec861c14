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
  /** Of a run that nobody else has moved since: also what this process has written before. */
  readonly records: readonly RecordFact[];
  /** What was read of the rows meanwhile. */
  readonly reads: Reads;
  /** What was read of the rows of records, which `records` goes on from. */
  readonly recordReads: Reads;
}

/**
 * What this process knows of the records of a run that it moves alone. Only a step changes them, and one of somebody else
 * would be found out when the next step is written.
 */
export interface KnownRecords {
  readonly facts: readonly RecordFact[];
  readonly reads: Reads;
}

/** So many are gone through again and again at most. */
const mostFacts = 200;

export function knownRecords(): KnownRecords {
  return { facts: [], reads: createReads() };
}

export function withFacts({ facts, reads }: KnownRecords, fresh: readonly RecordFact[]): KnownRecords {
  return facts.length + fresh.length > mostFacts ? knownRecords() : { facts: [...facts, ...fresh], reads };
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
      try {
        return (await answer) as T;
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

export const nothingKept: Kept = { artifacts: [], resultSets: [] };
export const nothingUnwritten: Unwritten = {
  artifacts: [],
  resultSets: [],
  records: [],
  reads: noReads,
  recordReads: noReads,
};

/** What is known of a record once a later fact is: field by field, as `write_steps` merges them. */
export function mergedData(before: Json, after: Json): Json {
  return { ...Object(before), ...Object(after) };
}
