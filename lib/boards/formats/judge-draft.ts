import { z } from 'zod';
import { roleNames } from '#lib/access/roles.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { type BoardEntry, boardEntry, boardSite } from '../board.ts';
import type { DraftInventory } from './draft.ts';

/** Longest file that is taken at once. */
const mostBoards = 5_000;

const note = z.string().trim().max(2_000).transform(wellFormed).nullish();
const site = z.strictObject({ name: boardSite, note });
/** How long one reservation may last, minutes, by role. */
export const maxMinutes = z.partialRecord(z.enum(roleNames), z.int().min(1).max(527_040));
const boardType = z.strictObject({ name: z.string().trim().min(1).max(100), note, max_minutes: maxMinutes.nullish() });

export interface Inventory {
  /** The format that was read, as a person says it. */
  readonly format: string;
  readonly sites: readonly z.output<typeof site>[];
  readonly types: readonly z.output<typeof boardType>[];
  readonly boards: readonly BoardEntry[];
  readonly remarks: readonly string[];
}

export type ReadInventory =
  | { readonly ok: true; readonly inventory: Inventory }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Checks what was read, board by board and among each other. */
export function judgeDraft(format: string, draft: DraftInventory): ReadInventory {
  if (draft.boards.length === 0) return { ok: false, problems: ['The file lists no board.'] };
  if (draft.boards.length > mostBoards)
    return {
      ok: false,
      problems: [`The file lists ${draft.boards.length} boards; at most ${mostBoards} are taken at once.`],
    };
  const boards = draft.boards.map(({ where, fields }) => ({ where, ...judge(where, boardEntry, fields) }));
  const sites = draft.sites.map((one) => judge(`site ${one.name}`, site, one));
  const types = draft.types.map((one) => judge(`type ${one.name}`, boardType, one));
  const entries = boards.flatMap(({ where, value }) => (value === null ? [] : [{ where, board: value }]));
  const problems = [
    ...[...boards, ...sites, ...types].flatMap(({ problem }) => problem ?? []),
    ...twice(entries, ({ name }) => name, 'is called'),
    ...twice(entries, ({ type, serial }) => serial && `${type} with the serial number ${serial}`, 'is a'),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    inventory: {
      format,
      sites: sites.flatMap(({ value }) => value ?? []),
      types: types.flatMap(({ value }) => value ?? []),
      boards: entries.map(({ board }) => board),
      remarks: draft.remarks,
    },
  };
}

function judge<Schema extends z.ZodType>(
  where: string,
  schema: Schema,
  fields: unknown,
): { value: z.output<Schema> | null; problem: string | null } {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { value: parsed.data, problem: null };
  return { value: null, problem: `${where}: ${describeIssues(parsed.error)}` };
}

/** Boards that cannot be told apart. */
function twice(
  entries: readonly { readonly where: string; readonly board: BoardEntry }[],
  keyOf: (board: BoardEntry) => string | null,
  is: string,
): string[] {
  const first = new Map<string, string>();
  return entries.flatMap(({ where, board }) => {
    const key = keyOf(board);
    if (key === null) return [];
    const before = first.get(key);
    if (before === undefined) first.set(key, where);
    return before === undefined ? [] : [`${where} ${is} ${key}, as is ${before}.`];
  });
}
