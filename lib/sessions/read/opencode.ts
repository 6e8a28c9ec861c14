import { z } from 'zod';
import type { SessionEvent } from '../signals.ts';
import { kindOfTool, type ReadSession, targetOf } from './read-session.ts';

const sessionID = z.string();

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step_start'), sessionID }),
  z.object({ type: z.literal('text'), part: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal('tool_use'),
    part: z.object({
      callID: z.string(),
      tool: z.string(),
      state: z.object({
        status: z.string(),
        input: z.record(z.string(), z.unknown()).default({}),
        output: z.string().default(''),
        error: z.string().optional(),
        metadata: z.object({ exit: z.number().int().nullish() }).loose().optional(),
      }),
    }),
  }),
]);

/** opencode with `run --format json`: a tool is told when it is over; its shell tells the exit code beside the output. */
export const readOpencodeSession: ReadSession = (value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return [];
  if (data.type === 'step_start') return [{ type: 'session', id: data.sessionID }];
  if (data.type === 'text') return [{ type: 'text', text: data.part.text }];
  const { callID: id, tool, state } = data.part;
  const result: SessionEvent = {
    type: 'result',
    id,
    ok: state.status === 'completed',
    exitCode: state.metadata?.exit ?? null,
    output: state.error ?? state.output,
  };
  return [{ type: 'tool', id, tool, use: kindOfTool(tool), target: targetOf(state.input) }, result];
};
