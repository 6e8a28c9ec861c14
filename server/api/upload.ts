import type { Person } from '#server/auth/person.ts';
import type { Origin } from './origin.ts';
import type { Services } from './services.ts';

/** A file that somebody sends, with what stands in its address. */
export interface Upload {
  readonly services: Services;
  readonly person: Person;
  readonly from: Origin;
  readonly query: Readonly<Record<string, string>>;
  readonly content: AsyncIterable<Uint8Array>;
}
