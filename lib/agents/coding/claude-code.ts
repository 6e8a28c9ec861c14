import { z } from 'zod';
import type { TokenUsage } from '../spent.ts';
import { type CodingReport, type Heard, plus, type ReadMessage, unchanged } from './report.ts';

const count = z.number().int().min(0).catch(0);

const part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), name: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.string() }).transform(() => null),
]);
type Part = z.output<typeof part>;

const ofModel = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadInputTokens: count,
  cacheCreationInputTokens: count,
  thinkingTokens: count,
});

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assistant'), message: z.object({ content: z.array(part) }) }),
  z.object({
    type: z.literal('result'),
    subtype: z.string(),
    is_error: z.boolean(),
    result: z.string().default(''),
    total_cost_usd: z.number().min(0).nullish(),
    modelUsage: z.record(z.string(), ofModel).default({}),
  }),
  z.object({
    type: z.literal('system'),
    subtype: z.string(),
    model: z.string().optional(),
    attempt: z.number().optional(),
    max_retries: z.number().optional(),
  }),
]);

/** Claude Code with `--output-format stream-json`. Its usage counts the main loop only, so tokens are those of all models together. */
export const readClaudeCode: ReadMessage = (report, value) => {
  const { data } = message.safeParse(value);
  if (data === undefined) return unchanged(report);
  if (data.type === 'system') {
    const say =
      data.subtype === 'api_retry' ? `its model is asked again (${data.attempt} of ${data.max_retries})` : null;
    return { report: { ...report, model: data.model ?? report.model }, say };
  }
  if (data.type === 'assistant') return { report, say: data.message.content.flatMap(shown).join('\n') || null };
  return ended(report, data);
};

function ended(report: CodingReport, data: Extract<z.output<typeof message>, { type: 'result' }>): Heard {
  const { subtype, is_error, result, total_cost_usd, modelUsage } = data;
  const tokens = Object.values(modelUsage).reduce<TokenUsage | null>(
    (sum, one) =>
      plus(sum, {
        uncachedInput: one.inputTokens,
        cacheRead: one.cacheReadInputTokens,
        cacheWrite: one.cacheCreationInputTokens,
        output: one.outputTokens,
        reasoning: Math.min(one.thinkingTokens, one.outputTokens),
      }),
    null,
  );
  const done =
    subtype === 'success' && !is_error ? 'well' : { because: result === '' ? subtype : `${subtype}: ${result}` };
  return { report: { ...report, text: result, done, tokens, money: total_cost_usd ?? null }, say: null };
}

function shown(one: Part): string[] {
  if (one === null) return [];
  if ('text' in one) return [one.text];
  const { command, file_path, pattern } = one.input;
  const what = [command, file_path, pattern].find((each) => typeof each === 'string') ?? '';
  return [`${one.name} ${String(what)}`.trim()];
}
