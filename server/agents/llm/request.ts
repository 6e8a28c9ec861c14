import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  Output,
  streamText,
} from 'ai';
import { moneyOf } from '#lib/agents/money-of.ts';
import type { Spent, TokenUsage } from '#lib/agents/spent.ts';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import type { Json } from '#lib/engine/json.ts';
import type { StructuredForm } from '#server/store/model-endpoints.ts';
import { boundedFetch, RequestEnded } from '../net/bounded-fetch.ts';
import { rootOf } from '../net/root-of.ts';
import { streamed } from './streamed.ts';
import { llmTunables } from './tunables.ts';

export type LlmConfig = Extract<AgentConfig, { use: 'llm' }>;

export interface ModelRequest {
  readonly config: LlmConfig;
  readonly key: string | null;
  readonly form: StructuredForm;
  readonly schema: { readonly [key: string]: Json };
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly signal: AbortSignal;
}

/** What one request came to. Trouble of the endpoint is a value; only the caller's own abort is thrown. */
export type ModelReply =
  | { readonly ok: true; readonly text: string; readonly finish: string; readonly spent: Spent }
  | {
      readonly ok: false;
      readonly trouble: string;
      readonly status: number | null;
      /** The connection was lost, which may not happen again. */
      readonly isLost: boolean;
      /** Milliseconds that the endpoint asks to wait. */
      readonly restMs: number | null;
      readonly spent: Spent;
    };

export type Trouble = Extract<ModelReply, { ok: false }>;

/** Sends one request and reads the streamed answer to its end. */
export async function requestAnswer(request: ModelRequest): Promise<ModelReply> {
  const { config, form, schema, system, messages, signal } = request;
  let trouble: unknown;
  const stream = streamText({
    model: modelFor(request),
    system,
    messages: [...messages],
    maxRetries: 0,
    maxOutputTokens: config.output_tokens,
    abortSignal: signal,
    ...(config.temperature !== undefined && { temperature: config.temperature }),
    ...(form !== 'prompt' && { output: Output.object({ schema: jsonSchema(schema) }) }),
    onError: ({ error }) => {
      trouble = error;
    },
  });
  let text = '';
  let finish = 'other';
  let usage: LanguageModelUsage | null = null;
  try {
    for await (const part of stream.fullStream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type === 'error') trouble = part.error;
      if (part.type === 'finish') {
        finish = part.finishReason;
        usage = part.totalUsage;
      }
    }
  } catch (error) {
    trouble = error;
  }
  signal.throwIfAborted();
  const spent = spentBy(config, usage);
  if (trouble !== undefined) return { ok: false, ...explain(trouble), spent };
  const isWhole = finish !== 'other' && finish !== 'unknown' && finish !== 'error';
  if (!isWhole) return { ok: false, trouble: 'the answer broke off', status: null, isLost: true, restMs: null, spent };
  return { ok: true, text, finish, spent };
}

function modelFor({ config, key, form }: ModelRequest): LanguageModel {
  const { api, base_url: baseURL, model, timeout, silence } = config;
  const fetch = boundedFetch({ totalMs: timeout, silenceMs: silence, answerBytes: llmTunables.answerBytes });
  if (api === 'anthropic') return createAnthropic({ baseURL, apiKey: key ?? '', fetch })(model);
  const supportsStructuredOutputs = form === 'json_schema';
  const named = { name: 'llm', baseURL, fetch: streamed(fetch), includeUsage: true, supportsStructuredOutputs };
  return createOpenAICompatible({ ...named, ...(key !== null && { apiKey: key }) })(model);
}

/** Buckets of which no two overlap; what the endpoint does not tell is unknown. */
function spentBy({ model, price }: LlmConfig, usage: LanguageModelUsage | null): Spent {
  const tokens = usage === null ? null : tokensOf(usage);
  return { tokens, money: moneyOf(tokens, price), model };
}

function tokensOf({
  inputTokens,
  inputTokenDetails,
  outputTokens,
  outputTokenDetails,
}: LanguageModelUsage): TokenUsage | null {
  if (inputTokens === undefined || outputTokens === undefined) return null;
  const cacheRead = inputTokenDetails.cacheReadTokens ?? 0;
  const cacheWrite = inputTokenDetails.cacheWriteTokens ?? 0;
  const uncachedInput = inputTokenDetails.noCacheTokens ?? Math.max(0, inputTokens - cacheRead - cacheWrite);
  const reasoning = Math.min(outputTokenDetails.reasoningTokens ?? 0, outputTokens);
  return { uncachedInput, cacheRead, cacheWrite, output: outputTokens, reasoning };
}

function explain(error: unknown): Pick<Trouble, 'trouble' | 'status' | 'isLost' | 'restMs'> {
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    const trouble = `the endpoint answers ${error.statusCode}: ${error.message}`;
    return { trouble, status: error.statusCode, isLost: false, restMs: restOf(error.responseHeaders?.['retry-after']) };
  }
  const root = rootOf(error);
  return { trouble: root.message, status: null, isLost: !(root instanceof RequestEnded), restMs: null };
}

function restOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
