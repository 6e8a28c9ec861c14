import { setTimeout as pause } from 'node:timers/promises';
import { type Spent, together } from '#lib/agents/spent.ts';
import { type StructuredForm, structuredForms } from '#server/store/model-endpoints.ts';
import type { ModelReply, ModelRequest, Trouble } from './request.ts';
import { llmTunables } from './tunables.ts';

/** How an answer is demanded of this endpoint, and what was found out about that. */
export interface Demand {
  form: StructuredForm;
  /** Whether another form is tried when the endpoint refuses this one. */
  readonly isOpen: boolean;
}

type Question = Omit<ModelRequest, 'form'>;

/** Puts a question until the endpoint has answered or failed for good: busy and broken endpoints are asked again. */
export async function converse(question: Question, demand: Demand, say: (line: string) => void): Promise<ModelReply> {
  let spent: Spent | null = null;
  // Loaded when it is needed: starting a child process costs by the memory of the runner.
  const { requestAnswer } = await import('./request.ts');
  for (let attempt = 1; ; attempt += 1) {
    const reply = await requestAnswer({ ...question, form: demand.form });
    spent = spent === null ? reply.spent : together(spent, reply.spent);
    if (reply.ok) return { ...reply, spent };
    const weaker = demand.isOpen && refusesForm(reply) ? weakerThan(demand.form) : null;
    if (weaker !== null) {
      say(`the endpoint does not take ${demand.form}, so ${weaker} is tried: ${reply.trouble}`);
      demand.form = weaker;
      attempt -= 1;
      continue;
    }
    const restMs = reply.restMs ?? llmTunables.backoffMs[attempt - 1] ?? null;
    const isOver = !mayPass(reply) || attempt >= llmTunables.tries || restMs === null;
    if (isOver || restMs > llmTunables.longestRestMs)
      return { ...reply, spent, trouble: final(reply, attempt, restMs) };
    say(`${reply.trouble}; asked again in ${Math.round(restMs / 100) / 10} s`);
    await pause(restMs, undefined, { signal: question.signal });
  }
}

/** Trouble that passes by itself: too many requests, and an endpoint that breaks down or breaks off. */
function mayPass({ status, isLost }: Trouble): boolean {
  return isLost || status === 429 || (status !== null && status >= 500);
}

function refusesForm({ status, trouble }: Trouble): boolean {
  return (
    (status === 400 || status === 422) &&
    /response_format|json_schema|json_object|output_config|schema|tool/i.test(trouble)
  );
}

function weakerThan(form: StructuredForm): StructuredForm | null {
  return structuredForms[structuredForms.indexOf(form) + 1] ?? null;
}

function final({ trouble }: Trouble, attempt: number, restMs: number | null): string {
  const rest =
    restMs !== null && restMs > llmTunables.longestRestMs ? `, and wants ${Math.round(restMs / 1000)} s of rest` : '';
  return attempt === 1 ? `${trouble}${rest}` : `${trouble}${rest} (asked ${attempt} times)`;
}
