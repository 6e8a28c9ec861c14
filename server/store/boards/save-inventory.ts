import { DatabaseError, type PoolClient } from 'pg';
import type { BoardEntry } from '#lib/boards/board.ts';
import type { Inventory } from '#lib/boards/formats/judge-draft.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { jsonb } from '../jsonb.ts';

const uniqueViolation = '23505';

/** Writes sites, types and boards over those of the same names; the history and the audit log hear of what that changes. */
export async function saveInventory(
  client: PoolClient,
  { sites, types, boards }: Pick<Inventory, 'sites' | 'types' | 'boards'>,
  by: string,
): Promise<void> {
  await client.query(
    `INSERT INTO site (name, note) SELECT name, coalesce(note, '') FROM jsonb_to_recordset($1::jsonb) AS given(name text, note text)
     ON CONFLICT (name) DO UPDATE SET note = EXCLUDED.note`,
    [jsonb(sites as Json)],
  );
  await client.query(`INSERT INTO site (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
    namesOf(boards, ({ site }) => site),
  ]);
  await client.query(
    `INSERT INTO board_type (name, note, max_minutes) SELECT name, coalesce(note, ''), coalesce(max_minutes, '{}')
     FROM jsonb_to_recordset($1::jsonb) AS given(name text, note text, max_minutes jsonb)
     ON CONFLICT (name) DO UPDATE SET note = EXCLUDED.note, max_minutes = EXCLUDED.max_minutes`,
    [jsonb(types as Json)],
  );
  await client.query(`INSERT INTO board_type (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
    namesOf(boards, ({ type }) => type),
  ]);
  await saveBoards(client, boards, by);
}

async function saveBoards(client: PoolClient, boards: readonly BoardEntry[], by: string): Promise<void> {
  try {
    await client.query(
      `INSERT INTO board AS old (name, site, type, serial, host, tags, notes, connections, hooks, changed_by)
       SELECT name, site, type, serial, host, tags, notes, connections, hooks, $2
       FROM jsonb_to_recordset($1::jsonb) AS given(name text, site text, type text, serial text, host text, tags text[], notes text,
         connections jsonb, hooks jsonb)
       ON CONFLICT (name) DO UPDATE SET site = EXCLUDED.site, type = EXCLUDED.type, serial = EXCLUDED.serial, host = EXCLUDED.host,
         tags = EXCLUDED.tags, notes = EXCLUDED.notes, connections = EXCLUDED.connections, hooks = EXCLUDED.hooks,
         changed_at = clock_timestamp(), changed_by = EXCLUDED.changed_by
       WHERE (old.site, old.type, old.serial, old.host, old.tags, old.notes, old.connections, old.hooks)
         IS DISTINCT FROM (EXCLUDED.site, EXCLUDED.type, EXCLUDED.serial, EXCLUDED.host, EXCLUDED.tags, EXCLUDED.notes,
           EXCLUDED.connections, EXCLUDED.hooks)`,
      [jsonb(boards as Json), by],
    );
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== uniqueViolation) throw error;
    throw new DomainError(
      'CONFLICT',
      `Another board of that type has the serial number already: ${error.detail ?? ''}`,
      {
        next: 'Give the board the name that it has, or correct the serial number.',
        cause: error,
      },
    );
  }
}

function namesOf(boards: readonly BoardEntry[], nameOf: (board: BoardEntry) => string): string[] {
  return [...new Set(boards.map(nameOf))];
}
