import type { ServiceConfig } from '#lib/config/sections/workflow-services.ts';
import type { Json } from '#lib/engine/json.ts';
import { postJson } from '#server/agents/net/post-json.ts';
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
  const limits = { totalMs: timeout, silenceMs: silence, answerBytes: serviceTunables.answerBytes };
  return await postJson<ServiceAnswer<Value>>(
    { url, question, key, limits, signal },
    {
      async read(response) {
        if (response.ok || response.status === conflict) return await read(response);
        await response.body?.cancel();
        const outcome = passing.has(response.status) ? 'unavailable' : 'refused';
        return { outcome, reason: `${url} answers ${response.status}` };
      },
      fails: (reason) => ({ outcome: 'unavailable', reason }),
    },
  );
}
