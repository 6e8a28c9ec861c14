import { z } from 'zod';
import { approaches, strategyCondition } from '#lib/machines/firmware-loop/strategy.ts';
import { name } from '../scalars.ts';

const strategy = z.strictObject({
  name: name.describe('The name in the trace, on the command line and in `plateau.auto_fallback_strategies`.'),
  agents: z.array(name).min(1).max(4).describe('Names of agents, asked in this order when one has nothing left.'),
  approach: z
    .enum(approaches)
    .default('usual')
    .describe('How agents are told to go about it: the smallest change, diagnostics first, or a wider look.'),
  when: strategyCondition
    .optional()
    .describe('When the run may switch to it; the first one is begun with whatever it says.'),
});

/** Ways of going about the goal, in the order in which a run switches to them. */
export const strategiesSection = z
  .array(strategy)
  .min(1)
  .max(5)
  .optional()
  .describe('Ways of going about the goal, in order. Without them each agent is one, followed by those after it.')
  .meta({ examples: [[{ name: 'careful', agents: ['search'], approach: 'smallest' }]] });
