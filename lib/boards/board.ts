import { z } from 'zod';
import { siteInput } from '#lib/access/place-input.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { asWritten } from './as-written.ts';
import { connectionsSchema } from './connections.ts';
import { hooksSchema } from './hooks.ts';

/** What a board is worth, whoever has it. `bad`, `maintenance` and `retired` boards are never given away. */
export const boardHealths = ['good', 'unknown', 'suspect', 'bad', 'maintenance', 'retired'] as const;
export type BoardHealth = (typeof boardHealths)[number];

/** Who has it: nobody, somebody later within the time that is looked at, somebody now. */
export const occupancies = ['free', 'reserved', 'in use'] as const;
export type Occupancy = (typeof occupancies)[number];

/** Where a board stands: one word, since it names the queue of the runners there. */
export const boardSite = siteInput.refine(
  (name) => /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name),
  'must be one word of letters, digits, dots, dashes and underscores',
);

/** Who waits for such a board alone waits in vain: only a person can bring it back. */
export const hopelessHealths: readonly BoardHealth[] = ['bad', 'maintenance', 'retired'];

const text = (longest: number) => z.string().trim().min(1).max(longest).transform(wellFormed);

/** What a board is called: one word for the command line, unique in the whole inventory. */
export const boardName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\s=,]+$/, 'must be one word without = and ,')
  .transform(wellFormed);

/** A tag, alone (`can`) or with a value (`rev=b`). */
export const boardTag = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\s,]+$/, 'must be one word without a comma')
  .transform(wellFormed);

/**
 * A board as the inventory is told of it. Ids are strings: 0006 and 1e3 stay as they are written. A
 * connection names secrets and never holds one. Connections and hooks stay as they are written: `connectionsSchema` and
 * `hooksSchema` read them.
 */
export const boardEntry = z.strictObject({
  name: boardName,
  site: boardSite,
  type: text(100),
  /** Tells boards of one type apart, as the probe or the board itself says it. */
  serial: text(200).nullable().default(null),
  /** Name or id of the host that it is attached to; null when any host of its site reaches it. */
  host: text(200).nullable().default(null),
  tags: z
    .array(boardTag)
    .max(50)
    .default([])
    .transform((tags) => [...new Set(tags)].sort()),
  notes: z.string().trim().max(4_000).transform(wellFormed).default(''),
  connections: asWritten(connectionsSchema).default([]),
  /** What is done before and after each lease. */
  hooks: asWritten(hooksSchema).default({}),
});
export type BoardEntry = z.output<typeof boardEntry>;

/** A board with its two axes and whether anybody can reach it. Times are epoch milliseconds. */
export interface Board extends BoardEntry {
  readonly id: string;
  readonly health: BoardHealth;
  readonly healthReason: string;
  readonly healthSince: number;
  /** Since when no runner reaches it; null while one does. */
  readonly offlineSince: number | null;
  readonly offlineBecause: string | null;
}
