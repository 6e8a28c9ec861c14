import { z } from 'zod';
import type { Json } from '#lib/engine/json.ts';
import { clip } from '#lib/format/clip.ts';

const choice = z.looseObject({
  message: z.looseObject({ role: z.unknown() }).partial(),
  finish_reason: z.string().nullish(),
});
const completion = z.object({ choices: z.array(choice).min(1), usage: z.unknown().optional() });

/** What stands where an answer should: words alone, or with a code that may be the status of HTTP. */
const complaint = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: null })),
    z.looseObject({ message: z.string() }),
  ]),
});
const status = z.coerce.number().int().min(400).max(599);

/** How much of what cannot be read is told. */
const toldChars = 200;

/**
 * `fetch` for OpenAI-compatible endpoints that may answer with one JSON document although a stream was asked for: it comes
 * back as a stream of one event. An error in its place comes back with the status that it names, else as a bad request.
 * Rejects when the document is empty, breaks off or is no chat completion.
 */
export function streamed(ask: typeof fetch): typeof fetch {
  return async (target, init) => {
    const response = await ask(target, init);
    if (!response.ok || !isDocument(response)) return response;
    const text = await response.text();
    const document = parsed(text);
    const complained = complaint.safeParse(document);
    if (complained.success) return refusalOf(complained.data.error, response);
    const whole = completion.safeParse(document);
    if (!whole.success) throw new Error(`the endpoint sends no chat completion: ${clip(text, toldChars).text}`);
    return eventOf(whole.data);
  };
}

function isDocument({ headers }: Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '');
}

function parsed(text: string): Json {
  if (text.trim() === '') throw new Error('the endpoint sends an empty answer');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the endpoint sends JSON that breaks off or is none: ${clip(text, toldChars).text}`);
  }
}

/** A document that was read to its end is whole, whether or not it says why the model stopped. */
function eventOf({ choices, usage }: z.output<typeof completion>): Response {
  const chunk = {
    usage,
    choices: choices.map(({ message: { role: _, ...delta }, finish_reason }) => ({
      delta,
      finish_reason: finish_reason ?? 'stop',
    })),
  };
  const headers = { 'content-type': 'text/event-stream' };
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, { headers });
}

function refusalOf({ message, code }: { message: string; code?: unknown }, { headers }: Response): Response {
  const rest = headers.get('retry-after');
  return Response.json(
    { error: { message } },
    { status: status.safeParse(code).data ?? 400, headers: rest === null ? {} : { 'retry-after': rest } },
  );
}
