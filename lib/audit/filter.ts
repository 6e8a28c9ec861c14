import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';

const word = z.string().trim().max(200).transform(wellFormed);
/** A day as `2026-11-28`, in UTC. A year 0 is one that Postgres does not know. */
const day = z.iso.date().refine((text) => !text.startsWith('0000'), 'no such year');

/** What the audit log is narrowed down to; what is left out narrows nothing. */
export const auditFilter = z.strictObject({
  /** A part of who it was. */
  actor: word.optional(),
  /** The beginning of an action, such as `run.` or `session.begin`. */
  action: word.optional(),
  /** The id of the thing, or a run's number with `#`. */
  target: word.optional(),
  door: z.enum(['web', 'cli', 'api', 'runner', 'unknown']).optional(),
  /** First and last day. */
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** A filter from the words of an address: empty ones count as left out. Null when one of them makes no sense. */
export function auditFilterOf(words: Readonly<Record<string, unknown>>): AuditFilter | null {
  const given = Object.keys(auditFilter.shape).flatMap((name) => {
    const value = Object.hasOwn(words, name) ? words[name] : undefined;
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const parsed = auditFilter.safeParse(Object.fromEntries(given));
  return parsed.success ? parsed.data : null;
}
