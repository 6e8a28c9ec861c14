import { z } from 'zod';

/**
 * A value that the schema takes, kept as it was written: what is stored and exported must be read again by the same schema,
 * and `60s` read once is a number of milliseconds.
 */
export function asWritten(schema: z.ZodType) {
  return z.json().superRefine((value, issues) => {
    const parsed = schema.safeParse(value);
    for (const { path, message } of parsed.error?.issues ?? []) issues.addIssue({ code: 'custom', path, message });
  });
}
