import { type BoardEntry, boardEntry } from './board.ts';

/** What an import would do to one board. */
export interface BoardChange {
  readonly name: string;
  readonly kind: 'add' | 'change' | 'same';
  /** Of a change: each field that differs, as JSON. */
  readonly fields: readonly { readonly field: string; readonly from: string; readonly to: string }[];
}

/** What taking over these entries would change, in their order. Boards that are not among them stay as they are. */
export function difference(known: readonly BoardEntry[], wanted: readonly BoardEntry[]): BoardChange[] {
  const byName = new Map(known.map((board) => [board.name, board]));
  return wanted.map((entry) => {
    const before = byName.get(entry.name);
    if (before === undefined) return { name: entry.name, kind: 'add', fields: [] };
    const fields = fieldNames.flatMap((field) => {
      const [from, to] = [written(before[field]), written(entry[field])];
      return from === to ? [] : [{ field, from, to }];
    });
    return { name: entry.name, kind: fields.length === 0 ? 'same' : 'change', fields };
  });
}

const fieldNames = boardEntry.keyof().options;

function written(value: unknown): string {
  return JSON.stringify(value, sorted) ?? 'null';
}

/** Two maps that differ in the order of their keys alone are the same. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
