import { z } from 'zod';

/** Twister writes times as text; any key but the name may be absent, null, or of another type in some version. */
const text = z.string().nullish().catch(undefined);
const seconds = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);

const caseSchema = z.object({
  identifier: z.string(),
  execution_time: seconds,
  status: text,
  reason: text,
  log: text,
});

/** One element of `testsuites` in twister.json. */
export const twisterSuiteSchema = z.object({
  name: z.string(),
  platform: text,
  toolchain: text,
  status: text,
  reason: text,
  log: text,
  retries: z.coerce.number().catch(0),
  execution_time: seconds,
  testcases: z.array(caseSchema).nullish(),
});

export type TwisterSuite = z.infer<typeof twisterSuiteSchema>;
export type TwisterCase = z.infer<typeof caseSchema>;
