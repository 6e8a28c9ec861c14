import { z } from 'zod';
import { path } from '../../scalars.ts';
import { label } from './shared.ts';

export const playbook = z.strictObject({
  use: z.literal('playbook').describe('Plays a script of answers, edits and commands, for examples and tests.'),
  name: label,
  file: path.describe('The script, a YAML file of the project.').meta({ examples: ['playbook.yaml'] }),
});
