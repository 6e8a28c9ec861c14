import { stringify } from 'yaml';
import type { BoardEntry } from '../board.ts';

export interface WrittenInventory {
  readonly sites: readonly { readonly name: string; readonly note: string }[];
  readonly types: readonly { readonly name: string; readonly note: string; readonly maxMinutes: object }[];
  readonly boards: readonly BoardEntry[];
}

/** The inventory as our own file. Every text is quoted, so that no program that reads it takes 0006 or `yes` for something else. */
export function writeInventory({ sites, types, boards }: WrittenInventory): string {
  const file = {
    sites: Object.fromEntries(sites.map(({ name, note }) => [name, said({ note })])),
    types: Object.fromEntries(
      types.map(({ name, note, maxMinutes }) => [name, said({ note, max_minutes: maxMinutes })]),
    ),
    boards: boards.map(({ name, site, type, serial, host, tags, notes, connections, hooks }) => ({
      name,
      site,
      type,
      ...said({ serial, host, tags, notes, connections, hooks }),
    })),
  };
  return stringify(file, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 });
}

/** Only what says something. */
function said(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value ?? {}).length === 0),
    ),
  );
}
