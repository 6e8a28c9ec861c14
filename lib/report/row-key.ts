import { z } from 'zod';
import { wellFormed } from '../format/well-formed.ts';
import type { KeyKind, ReportDefinition } from './report.ts';

const kinds = {
  text: z.string().max(300).transform(wellFormed),
  day: z.iso.date(),
  number: z.string().regex(/^\d{1,9}$/, 'must be a whole number'),
  id: z.guid(),
} as const satisfies Record<KeyKind, z.ZodType<string>>;

/** The words of an address that name a row of a report; none name all of it. Null for words that no row goes by. */
export function rowKeyOf(
  { keys }: Pick<ReportDefinition, 'keys'>,
  words: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const fields = Object.entries(keys).map(([name, kind]) => [name, kinds[kind].optional()] as const);
  const parsed = z.strictObject(Object.fromEntries(fields)).safeParse(words);
  if (!parsed.success) return null;
  return Object.fromEntries(
    Object.entries(parsed.data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
