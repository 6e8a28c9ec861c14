import { z } from 'zod';
import type { TokenUsage } from '../spent.ts';
import { type Heard, type ReadMessage, unchanged } from './report.ts';

const count = z.number().int().min(0).catch(0);

const item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agent_message'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('command_execution'), command: z.string(), exit_code: z.number().nullish() }),
  z.object({ type: z.literal('file_change'), changes: z.array(z.object({ path: z.string(), kind: z.string() })) }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
type Item = z.output<typeof item>;

const usage = z.object({
  input_tokens: count,
  cached_input_tokens: count,
  cache_write_input_tokens: count,
  output_tokens: count,
  reasoning_output_tokens: count,
});

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('item.completed'), item }),
  z.object({ type: z.literal('turn.completed'), usage }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);

/** Codex with `exec --json`. Cached tokens are part of its input tokens; it tells no money. */
export const readCodex: ReadMessage = (report, value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return unchanged(report);
  if (data.type === 'item.completed') {
    const text = data.item.type === 'agent_message' ? data.item.text : report.text;
    return { report: { ...report, text }, say: shown(data.item) };
  }
  if (data.type === 'turn.completed')
    return { report: { ...report, done: 'well', tokens: bucketsOf(data.usage) }, say: null };
  return troubled(report, data.type === 'error' ? data.message : data.error.message);
};

function troubled(report: Heard['report'], because: string): Heard {
  return { report: { ...report, done: { because } }, say: because };
}

function bucketsOf(told: z.output<typeof usage>): TokenUsage {
  const { cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite, output_tokens: output } = told;
  return {
    uncachedInput: Math.max(0, told.input_tokens - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output,
    reasoning: Math.min(told.reasoning_output_tokens, output),
  };
}

function shown(one: Item): string {
  if (one.type === 'command_execution') return `$ ${one.command} (${one.exit_code ?? 'no exit code'})`;
  if (one.type === 'file_change') return one.changes.map(({ path, kind }) => `${kind} ${path}`).join(', ');
  return one.type === 'error' ? one.message : one.text;
}
