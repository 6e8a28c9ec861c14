import { z } from 'zod';
import type { SessionEvent } from '../signals.ts';
import { kindOfTool, type ReadSession, targetOf } from './read-session.ts';

const textPart = z.object({ type: z.literal('text'), text: z.string() });

const part = z.union([
  textPart,
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    is_error: z.boolean().nullish(),
    content: z.union([z.string(), z.array(z.union([textPart, z.unknown().transform(() => null)]))]).default(''),
  }),
  z.unknown().transform(() => null),
]);
type Part = NonNullable<z.output<typeof part>>;

const message = z.union([
  z.object({ type: z.literal('system'), subtype: z.literal('init'), session_id: z.string() }),
  z.object({ type: z.enum(['assistant', 'user']), message: z.object({ content: z.array(part) }) }),
]);

/** Claude Code with `--output-format stream-json`. A command that fails says `Exit code N` before what it printed. */
export const readClaudeSession: ReadSession = (value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return [];
  if (data.type === 'system') return [{ type: 'session', id: data.session_id }];
  return data.message.content.flatMap((one) => (one === null ? [] : [eventOf(one)]));
};

function eventOf(one: Part): SessionEvent {
  if (one.type === 'text') return { type: 'text', text: one.text };
  if (one.type === 'tool_use')
    return { type: 'tool', id: one.id, tool: one.name, use: kindOfTool(one.name), target: targetOf(one.input) };
  const { content } = one;
  const output =
    typeof content === 'string' ? content : content.flatMap((inner) => (inner === null ? [] : [inner.text])).join('\n');
  const code = /^(?:Error: )?Exit code (\d+)/.exec(output)?.[1];
  return {
    type: 'result',
    id: one.tool_use_id,
    ok: one.is_error !== true,
    exitCode: code === undefined ? null : Number(code),
    output,
  };
}
