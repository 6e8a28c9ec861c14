import { z } from 'zod';
import { command, duration, variables } from '../../scalars.ts';
import { keyVariable, label, price } from './shared.ts';

/** Coding agents whose command line and output are known. */
export const presets = ['claude-code', 'codex', 'opencode', 'gemini', 'aider'] as const;

export const cli = z
  .strictObject({
    use: z
      .literal('cli')
      .describe('Starts a coding agent that edits a copy of the repository; git tells what it changed.'),
    name: label,
    preset: z.enum(presets).optional().describe('A coding agent whose command line and output are known.'),
    command: command
      .optional()
      .describe('Starts the program, in place of the one of the preset; the task arrives on its standard input.')
      .meta({ examples: [['my-agent', '--print']] }),
    model: z.string().min(1).optional().describe('The model, as the agent names it.'),
    base_url: z
      .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:11434/v1' })
      .optional()
      .describe("Where the agent finds its model, when it is not the agent's own choice."),
    keys: z
      .array(keyVariable)
      .max(5)
      .default([])
      .describe(
        "Names of keys that the agent may see, of the runner's environment or set by `firmloop keys set`; the preset's own by default.",
      )
      .meta({ examples: [['ANTHROPIC_API_KEY']] }),
    env: variables.prefault({}).describe('Further environment variables of the agent; it inherits no others.'),
    timeout: duration.prefault('20m').describe('An agent that takes longer is stopped.'),
    silence: duration.prefault('5m').describe('An agent that prints nothing for this long is stopped.'),
    price,
  })
  .refine(({ preset, command }) => preset !== undefined || command !== undefined, {
    path: ['preset'],
    error: 'must name a coding agent, unless there is a `command`',
  });
