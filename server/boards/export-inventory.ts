import type { Pool } from 'pg';
import { writeInventory } from '#lib/boards/formats/write-inventory.ts';
import { boards, boardTypeRows, siteRows } from '#server/store/boards/inventory.ts';

/** The inventory of these sites (null is all) as our own file, without boards that are no more. */
export async function exportInventory(pool: Pool, sites: readonly string[] | null): Promise<string> {
  const [allSites, types, found] = await Promise.all([siteRows(pool), boardTypeRows(pool), boards(pool, { sites })]);
  const used = new Set(found.map(({ type }) => type));
  return writeInventory({
    sites: allSites.filter(({ name }) => sites === null || sites.includes(name)),
    types: types.filter(({ name }) => used.has(name)),
    boards: found,
  });
}
