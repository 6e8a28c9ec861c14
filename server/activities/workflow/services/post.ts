import type { ServiceConfig } from '#lib/config/sections/workflow-services.ts';
import type { Json } from '#lib/engine/json.ts';
import { boundedFetch, RequestEnded } from '#server/agents/net/bounded-fetch.ts';
import type { ServiceAnswer } from './answer.ts';
import { serviceTunables } from './tunables.ts';

/** Answers that come and go: asking again may help. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** The service says that it stands elsewhere; where, is in the body. */
const conflict = 409;

/** Posts a question to a service and hands its answer on to be read. Throws only when it is cancelled. */
export async function post<Value>(
  { url, timeout, silence }: ServiceConfig,
  { question, key }: { readonly question: Json; readonly key: string | null },
  read: (response: Response) => Promise<ServiceAnswer<Value>>,
  signal: AbortSignal,
): Promise<ServiceAnswer<Value>> {
  const fetch = boundedFetch({ totalMs: timeout, silenceMs: silence, answerBytes: serviceTunables.answerBytes });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/x-ndjson, application/json',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(question),
      signal,
    });
    if (response.ok || response.status === conflict) return await read(response);
    await response.body?.cancel();
    return {
      outcome: passing.has(response.status) ? 'unavailable' : 'refused',
      reason: `${url} answers ${response.status}`,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { outcome: 'unavailable', reason: `${url}: ${rootOf(error)}` };
  }
}

function rootOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof RequestEnded || !(error.cause instanceof Error) ? error.message : rootOf(error.cause);
}
