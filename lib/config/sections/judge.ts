import { z } from 'zod';
import { cli } from './agents/cli.ts';
import { http } from './agents/http.ts';
import { llm } from './agents/llm.ts';
import { playbook } from './agents/playbook.ts';

/** An agent that says how far a measured result can be trusted. It is best another than the one whose patches it judges. */
export const judgeSection = z
  .discriminatedUnion('use', [llm, http, cli, playbook])
  .optional()
  .describe(
    'An agent that says how far a measured result can be trusted. It can only lower the confidence; the result stays as it was measured.',
  )
  .meta({ examples: [{ use: 'llm', base_url: 'http://localhost:11434/v1', model: 'judge' }] });
export type JudgeConfig = NonNullable<z.output<typeof judgeSection>>;
