import { z } from 'zod';
import { kindOfTool, type ReadSession, targetOf } from './read-session.ts';

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session_id: z.string() }),
  z.object({ type: z.literal('message'), role: z.string(), content: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    tool_name: z.string(),
    tool_id: z.string(),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_id: z.string(),
    status: z.string(),
    output: z.string().default(''),
  }),
]);

/** Gemini CLI with `--output-format stream-json`; of a command it tells only whether it went well. */
export const readGeminiSession: ReadSession = (value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return [];
  switch (data.type) {
    case 'init':
      return [{ type: 'session', id: data.session_id }];
    case 'message':
      return data.role === 'assistant' ? [{ type: 'text', text: data.content }] : [];
    case 'tool_use': {
      const { tool_name: tool, tool_id: id, parameters } = data;
      return [{ type: 'tool', id, tool, use: kindOfTool(tool), target: targetOf(parameters) }];
    }
    case 'tool_result': {
      const exit = /(?:^|\n)Exit Code: (\d+)/.exec(data.output)?.[1];
      const exitCode = exit === undefined ? null : Number(exit);
      return [{ type: 'result', id: data.tool_id, ok: data.status === 'success', exitCode, output: data.output }];
    }
  }
};
