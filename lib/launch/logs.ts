import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { longestLog } from './log-limits.ts';

/** A log that shows the failure, such as that of a CI job. */
export const launchLog = z.strictObject({
  name: z.string().trim().min(1).max(200).transform(wellFormed),
  text: z.string().min(1).max(longestLog),
});
export type LaunchLog = z.infer<typeof launchLog>;
