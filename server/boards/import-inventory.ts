import type { Pool } from 'pg';
import { covers, type Reach } from '#lib/access/reach.ts';
import { type BoardChange, difference } from '#lib/boards/difference.ts';
import type { Inventory } from '#lib/boards/formats/judge-draft.ts';
import { readInventory } from '#lib/boards/formats/read-inventory.ts';
import { DomainError } from '#lib/errors.ts';
import { boards } from '#server/store/boards/inventory.ts';
import { saveInventory } from '#server/store/boards/save-inventory.ts';
import { inTransaction } from '#server/store/in-transaction.ts';

export interface ImportRequest {
  readonly text: string;
  /** Where boards stand whose file does not say so. */
  readonly site: string;
  readonly by: string;
  /** Where the importer may manage boards. */
  readonly reach: Reach;
  /** Changes nothing. */
  readonly dryRun: boolean;
}

export interface Imported {
  /** The format that was read, as a person says it. */
  readonly format: string;
  readonly changes: readonly BoardChange[];
  /** What the file holds and could not be taken over, a sentence each. */
  readonly remarks: readonly string[];
}

/** Takes a list of boards over into the inventory, whole or not at all. Throws BAD_INPUT with every problem, FORBIDDEN, CONFLICT. */
export async function importInventory(pool: Pool, { text, site, by, reach, dryRun }: ImportRequest): Promise<Imported> {
  const read = readInventory(text, { site });
  if (!read.ok)
    throw new DomainError('BAD_INPUT', ['The list of boards cannot be taken over:', ...read.problems].join('\n  '));
  const { format, remarks, ...inventory } = read.inventory;
  return await inTransaction(pool, async (client) => {
    const known = await boards(client, { sites: null, retired: true });
    refuseElsewhere(
      reach,
      inventory,
      known.map(({ name, site: at }) => ({ name, site: at })),
    );
    // A trial writes it all the same: what only the database knows to refuse is said by then.
    await client.query('SAVEPOINT before');
    await saveInventory(client, inventory, by);
    if (dryRun) await client.query('ROLLBACK TO SAVEPOINT before');
    return { format, remarks, changes: difference(known, inventory.boards) };
  });
}

/** A board can be taken neither from a site nor to one that the importer does not manage. */
function refuseElsewhere(
  reach: Reach,
  { sites, types, boards: wanted }: Pick<Inventory, 'sites' | 'types' | 'boards'>,
  known: readonly { readonly name: string; readonly site: string }[],
): void {
  const named = new Set(wanted.map(({ name }) => name));
  const touched = [
    ...wanted.map(({ site }) => site),
    ...sites.map(({ name }) => name),
    ...known.flatMap(({ name, site }) => (named.has(name) ? [site] : [])),
  ];
  const elsewhere = touched.find((site) => !covers(reach, { site }));
  if (elsewhere !== undefined) throw new DomainError('FORBIDDEN', `You may not manage boards at ${elsewhere}.`);
  if (types.length > 0 && reach.sites !== null)
    throw new DomainError('FORBIDDEN', 'Types of boards are the whole stack’s.', {
      next: 'Leave `types` out of the file.',
    });
}
