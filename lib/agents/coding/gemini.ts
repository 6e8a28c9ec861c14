import { z } from 'zod';
import { type ReadMessage, unchanged } from './report.ts';

const count = z.number().int().min(0).catch(0);

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), model: z.string().optional() }),
  z.object({ type: z.literal('message'), role: z.string(), content: z.string(), delta: z.boolean().optional() }),
  z.object({
    type: z.literal('tool_use'),
    tool_name: z.string(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({
    type: z.literal('result'),
    status: z.string(),
    error: z.object({ message: z.string() }).optional(),
    stats: z.object({ input_tokens: count, output_tokens: count, cached: count.optional() }).optional(),
  }),
]);

/** Gemini CLI with `--output-format stream-json`. Cached tokens are part of its input tokens; it tells no money. */
export const readGemini: ReadMessage = (report, value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return unchanged(report);
  switch (data.type) {
    case 'init':
      return { report: { ...report, model: data.model ?? null }, say: null };
    case 'message': {
      if (data.role !== 'assistant') return unchanged(report);
      return { report: { ...report, text: data.delta ? report.text + data.content : data.content }, say: data.content };
    }
    case 'tool_use':
      return { report: { ...report, text: '' }, say: `${data.tool_name} ${JSON.stringify(data.parameters ?? {})}` };
    case 'error':
      return { report, say: data.message };
    case 'result': {
      const { stats, status, error } = data;
      const cacheRead = stats?.cached ?? 0;
      const tokens = stats && {
        uncachedInput: Math.max(0, stats.input_tokens - cacheRead),
        cacheRead,
        cacheWrite: 0,
        output: stats.output_tokens,
        reasoning: 0,
      };
      const done = status === 'success' ? 'well' : { because: error?.message ?? status };
      return { report: { ...report, done, tokens: tokens ?? null }, say: null };
    }
  }
};
