import { z } from 'zod';
import { adjustableRules } from '#lib/policy/rules.ts';
import { duration, glob } from '../scalars.ts';

/** What a patch may touch and how much of it, checked before it is applied. */
export const policySection = z
  .strictObject({
    allow: z
      .array(glob)
      .min(1, 'must allow something')
      .prefault(['**'])
      .describe('Paths that a patch may change.')
      .meta({ examples: [['src/**', 'include/**']] }),
    forbid: z
      .array(glob)
      .prefault([])
      .describe('Paths that a patch may not change, even where `allow` names them.')
      .meta({ examples: [['src/boot/**']] }),
    protect: z
      .array(glob)
      .optional()
      .describe(
        'Paths that are put back from the base commit before each build, in place of the detected ones: test folders, their build lists, expected outputs, CI files.',
      )
      .meta({ examples: [['tests/**', 'Makefile']] }),
    max_files: z.int().min(1).default(20).describe('Files that one patch may change.'),
    max_lines: z.int().min(1).default(500).describe('Lines that one patch may add and delete together.'),
    max_risk: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .describe('The risk score above which a patch is not tried as it is.'),
    above_max_risk: z
      .enum(['ask', 'refuse'])
      .default('ask')
      .describe('Whether people are asked to approve such a patch, in interactive mode; else it is refused.'),
    approval_within: duration
      .default(86_400_000)
      .describe('How long a patch waits for an approval before it counts as refused.'),
    rules: z
      .partialRecord(z.enum(adjustableRules), z.enum(['refuse', 'risk', 'note', 'off']))
      .prefault({})
      .describe('What single rules do, where it differs from the default.')
      .meta({ examples: [{ 'inline-assembly': 'note' }] }),
  })
  .prefault({})
  .describe('What a patch may touch, and how much of it.')
  .meta({ examples: [{ allow: ['src/**', 'include/**'] }] });
