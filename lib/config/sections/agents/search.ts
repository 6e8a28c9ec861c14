import { z } from 'zod';
import { duration } from '../../scalars.ts';
import { label } from './shared.ts';

export const search = z.strictObject({
  use: z
    .literal('search')
    .describe('Looks for small edits that make failing tests pass; needs no model and no network.'),
  name: label,
  max_candidates: z.int().min(1).max(100_000).default(1_000).describe('How many edits to try in one iteration.'),
  timeout: duration.prefault('10m').describe('How long to look in one iteration.'),
});
