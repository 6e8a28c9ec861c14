import { type Spoken, usageOf } from './turn.ts';

const finishes = { stop: 'stop', length: 'length', refusal: 'content_filter' } as const;

function usageField(turn: Spoken) {
  const usage = usageOf(turn);
  if (usage === null) return {};
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: usage.output,
      total_tokens: prompt + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cacheRead },
      completion_tokens_details: { reasoning_tokens: usage.reasoning },
    },
  };
}

function contentOf(turn: Spoken, id: string) {
  return turn.kind === 'says'
    ? { role: 'assistant', content: turn.text }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            index: 0,
            id: `call_${id}`,
            type: 'function',
            function: { name: turn.name, arguments: JSON.stringify(turn.input) },
          },
        ],
      };
}

const finishOf = (turn: Spoken) => (turn.kind === 'tool' ? 'tool_calls' : finishes[turn.finish ?? 'stop']);

/** A chat completion as one JSON document. */
export function chatDocument(turn: Spoken, model: string, id: string): object {
  const choice = { index: 0, message: contentOf(turn, id), finish_reason: finishOf(turn) };
  return { id, object: 'chat.completion', created: 1, model, choices: [choice], ...usageField(turn) };
}

/** A chat completion as server-sent events. */
export function chatEvents(turn: Spoken, model: string, id: string): string[] {
  const chunk = (choices: readonly object[], more: object = {}) =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model, choices, ...more })}\n\n`;
  return [
    chunk([{ index: 0, delta: contentOf(turn, id), finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: finishOf(turn) }]),
    ...(usageOf(turn) === null ? [] : [chunk([], usageField(turn))]),
    'data: [DONE]\n\n',
  ];
}
