import { z } from 'zod';
import { path } from '../scalars.ts';

/** What regressions are counted against. */
export const baselineSection = z
  .union(
    [
      z.enum(['measure', 'none']),
      z.strictObject({ imported: path.describe('Results of the base commit, in the format of `results`.') }),
    ],
    {
      error: 'must be `measure`, `none`, or `imported` with a file',
    },
  )
  .prefault('measure')
  .describe('What regressions are counted against: a measurement of the base commit, imported results, or nothing.')
  .meta({ examples: ['measure', { imported: 'ci/last-results.xml' }] });
