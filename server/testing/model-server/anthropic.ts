import { type Spoken, usageOf } from './turn.ts';

const finishes = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' } as const;
const noUsage = { input_tokens: 0, output_tokens: 0 };

function usageField(turn: Spoken) {
  const usage = usageOf(turn);
  return usage === null
    ? noUsage
    : {
        input_tokens: usage.input,
        cache_read_input_tokens: usage.cacheRead,
        cache_creation_input_tokens: usage.cacheWrite,
        output_tokens: usage.output,
      };
}

const blockOf = (turn: Spoken, id: string) =>
  turn.kind === 'says'
    ? { type: 'text', text: turn.text }
    : { type: 'tool_use', id: `toolu_${id}`, name: turn.name, input: turn.input };

const stopOf = (turn: Spoken) => (turn.kind === 'tool' ? 'tool_use' : finishes[turn.finish ?? 'stop']);

/** A message as one JSON document. */
export function messageDocument(turn: Spoken, model: string, id: string): object {
  const content = [blockOf(turn, id)];
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopOf(turn),
    stop_sequence: null,
    usage: usageField(turn),
  };
}

/** A message as server-sent events. */
export function messageEvents(turn: Spoken, model: string, id: string): string[] {
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const usage = usageField(turn);
  const head = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const start = turn.kind === 'says' ? { type: 'text', text: '' } : { ...blockOf(turn, id), input: {} };
  const delta =
    turn.kind === 'says'
      ? { type: 'text_delta', text: turn.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) };
  return [
    event('message_start', { message: { ...head, usage: { ...usage, output_tokens: 0 } } }),
    event('content_block_start', { index: 0, content_block: start }),
    event('content_block_delta', { index: 0, delta }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: stopOf(turn), stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    }),
    event('message_stop', {}),
  ];
}
