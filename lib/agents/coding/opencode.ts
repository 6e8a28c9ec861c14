import { z } from 'zod';
import { plus, type ReadMessage, unchanged } from './report.ts';

const count = z.number().int().min(0).catch(0);

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), part: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal('tool_use'),
    part: z.object({
      tool: z.string(),
      state: z.object({ status: z.string(), title: z.string().optional(), error: z.string().optional() }),
    }),
  }),
  z.object({
    type: z.literal('step_finish'),
    part: z.object({
      reason: z.string().default(''),
      cost: z.number().min(0).catch(0),
      tokens: z.object({
        input: count,
        output: count,
        reasoning: count,
        cache: z.object({ read: count, write: count }),
      }),
    }),
  }),
  z.object({ type: z.literal('error'), error: z.unknown() }),
]);

/**
 * opencode with `run --format json`. Every step tells its own tokens, where reasoning stands beside the output; a cost of 0
 * only says that it knows no price. The step that stops is the last one.
 */
export const readOpencode: ReadMessage = (report, value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return unchanged(report);
  if (data.type === 'text') return { report: { ...report, text: data.part.text }, say: data.part.text };
  if (data.type === 'tool_use') {
    const { tool, state } = data.part;
    return { report, say: [tool, state.title ?? '', state.error ?? ''].filter(Boolean).join(' ') };
  }
  if (data.type === 'error') {
    const because = reasonIn(data.error);
    return { report: { ...report, done: { because } }, say: because };
  }
  const { tokens, cost, reason } = data.part;
  const { cache, input, output, reasoning } = tokens;
  const own = {
    uncachedInput: input,
    cacheRead: cache.read,
    cacheWrite: cache.write,
    output: output + reasoning,
    reasoning,
  };
  const money = cost > 0 || report.money !== null ? (report.money ?? 0) + cost : null;
  const isOver = report.done === null && reason === 'stop';
  return {
    report: { ...report, tokens: plus(report.tokens, own), money, done: isOver ? 'well' : report.done },
    say: null,
  };
};

const named = z.object({ name: z.string().optional(), data: z.object({ message: z.string() }).optional() });

function reasonIn(error: unknown): string {
  const { data } = named.safeParse(error);
  return data?.data?.message ?? data?.name ?? JSON.stringify(error);
}
