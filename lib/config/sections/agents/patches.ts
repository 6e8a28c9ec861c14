import { z } from 'zod';
import { path } from '../../scalars.ts';
import { label } from './shared.ts';

export const patches = z.strictObject({
  use: z.literal('patches').describe('Takes prepared patches from a folder, in the order of their names.'),
  name: label,
  folder: path.describe('The folder with `.patch` or `.diff` files.').meta({ examples: ['patches'] }),
});
