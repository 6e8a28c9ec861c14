import type { Json } from '#lib/engine/json.ts';
import type { Frame } from './film.ts';

/** A record as it stood, by its key. */
export interface PastRecord {
  readonly key: string;
  readonly data: { readonly [field: string]: Json };
}

/** The records of a kind after an event: later facts are merged into earlier ones, field by field, as they are stored. */
export function recordsAt(film: readonly Frame[], eventSeq: number, kind: string): readonly PastRecord[] {
  const merged = new Map<string, PastRecord['data']>();
  for (const { records } of film.slice(0, eventSeq + 1)) {
    for (const record of records) {
      if (record.kind !== kind) continue;
      merged.set(record.key, { ...merged.get(record.key), ...(record.data as PastRecord['data']) });
    }
  }
  return [...merged].map(([key, data]) => ({ key, data }));
}
