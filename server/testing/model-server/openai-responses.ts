import { type Spoken, usageOf } from './turn.ts';

function itemOf(turn: Spoken, id: string) {
  return turn.kind === 'says'
    ? {
        id: `msg_${id}`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: turn.text, annotations: [] }],
      }
    : {
        id: `fc_${id}`,
        type: 'function_call',
        status: 'completed',
        call_id: `call_${id}`,
        name: turn.name,
        arguments: JSON.stringify(turn.input),
      };
}

/** A response as one JSON document. */
export function responseDocument(turn: Spoken, model: string, id: string): object {
  const usage = usageOf(turn);
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1,
    model,
    status: 'completed',
    output: [itemOf(turn, id)],
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
            input_tokens_details: { cached_tokens: usage.cacheRead },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: usage.reasoning },
            total_tokens: usage.input + usage.cacheRead + usage.cacheWrite + usage.output,
          },
        }),
  };
}

/** A response as server-sent events. */
export function responseEvents(turn: Spoken, model: string, id: string): string[] {
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const whole = responseDocument(turn, model, id);
  const item = itemOf(turn, id);
  return [
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } }),
    event('response.output_item.added', { output_index: 0, item }),
    event('response.output_item.done', { output_index: 0, item }),
    event('response.completed', { response: whole }),
  ];
}
