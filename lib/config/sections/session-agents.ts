import { z } from 'zod';
import { cli } from './agents/cli.ts';
import { http } from './agents/http.ts';
import { llm } from './agents/llm.ts';
import { playbook } from './agents/playbook.ts';

/** Who codes in a session: a coding agent of the command line, or a script. */
export const codingAgent = z
  .discriminatedUnion('use', [playbook, cli])
  .describe('The coding agent whose session is supervised.')
  .meta({ examples: [{ use: 'cli', preset: 'claude-code' }] });
export type CodingAgent = z.output<typeof codingAgent>;

/** Who judges: whatever answers a question in a form. */
export const judgeAgent = z
  .discriminatedUnion('use', [playbook, http, llm, cli])
  .describe(
    'Who reviews the work, reads messages of commits and rewrites what people say. Best not the agent that codes.',
  )
  .meta({ examples: [{ use: 'llm', base_url: 'http://localhost:11434/v1', model: 'qwen3' }] });
export type JudgeAgent = z.output<typeof judgeAgent>;
