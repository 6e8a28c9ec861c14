import type { Pool } from 'pg';
import { type BoardEntry, boardEntry } from '#lib/boards/board.ts';
import { parseWants } from '#lib/reservation/parse-wants.ts';
import { saveInventory } from '#server/store/boards/save-inventory.ts';
import { inTransaction } from '#server/store/in-transaction.ts';
import type { Wish } from './reservations/reserve.ts';

type Fields = { readonly [Field in keyof BoardEntry]?: unknown };

/** Boards of one type at one site, where nothing else is said. */
export async function addBoards(
  pool: Pool,
  ...entries: readonly (Fields & { readonly name: string })[]
): Promise<void> {
  const boards = entries.map((entry) => boardEntry.parse({ site: 'berlin', type: 'stm32f4', ...entry }));
  await inTransaction(pool, (client) => saveInventory(client, { sites: [], types: [], boards }, 'eve'));
}

/** A wish of a person for what the text says: now, for ten minutes, without a place in the queue. */
export function wishFor(wants: string, wish: Partial<Wish> = {}): Wish {
  const holder = wish.holder ?? 'eve';
  const plain = {
    holder,
    askedBy: holder,
    runId: null,
    purpose: '',
    sites: null,
    hosts: null,
    prefer: [],
    avoid: [],
    priority: 10,
    minutes: 10,
    yields: false,
    seriesId: null,
    from: null,
    wait: false,
    longest: null,
  };
  return { ...plain, ...wish, wants: parseWants(wants) };
}
