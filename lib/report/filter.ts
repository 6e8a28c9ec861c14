import { z } from 'zod';
import { wellFormed } from '../format/well-formed.ts';
import { steps } from './span.ts';

const word = z.string().max(200).transform(wellFormed);
const day = z.iso.date();

/** What a report is narrowed down to, as an address or a command says it; a field that is missing narrows nothing. */
export const reportFilter = z.strictObject({
  project: z.guid().optional(),
  branch: word.optional(),
  environment: word.optional(),
  boardType: word.optional(),
  /** First and last day, both included, in the zone of reports. */
  from: day.optional(),
  to: day.optional(),
  by: z.enum(steps).optional(),
});
export type ReportFilter = z.output<typeof reportFilter>;
