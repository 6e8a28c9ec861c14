import { type APIRequestContext, expect } from '@playwright/test';

export interface LaunchedRun {
  readonly id: string;
  readonly number: number;
}

/** Calls a procedure that changes something, as the signed-in browser would; gives what it answers. */
export async function mutate<Answer>(request: APIRequestContext, procedure: string, input: object): Promise<Answer> {
  const answer = await request.post(`/api/trpc/${procedure}`, { data: input, headers: { origin: origin() } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).result.data as Answer;
}

/** Asks a procedure that only reads. */
export async function query<Answer>(request: APIRequestContext, procedure: string, input: object): Promise<Answer> {
  const answer = await request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).result.data as Answer;
}

/** Starts a run as the launch form does. */
export async function launch(request: APIRequestContext, folder: string, choices: object = {}): Promise<LaunchedRun> {
  const all = { choices: { folder, mode: 'ci', ...choices }, commandId: crypto.randomUUID() };
  const { runId, number } = await mutate<{ runId: string; number: number }>(request, 'launch.start', all);
  return { id: runId, number };
}

/** Where a run stands now. */
export async function stateOf(request: APIRequestContext, { id }: LaunchedRun): Promise<string> {
  const page = await query<{ detail: { state: string } }>(request, 'runs.page', { run: id });
  return page.detail.state;
}

/** Ends a run that a test no longer needs, so that it takes no time from the others. */
export async function abort(request: APIRequestContext, { id }: LaunchedRun): Promise<void> {
  const command = { runId: id, commandId: crypto.randomUUID(), reason: 'the test is over' };
  await request.post('/api/trpc/runs.abort', { data: command, headers: { origin: origin() } });
}

/** The address of the stack under test. */
export function origin(): string {
  return process.env.FIRMLOOP_URL ?? '';
}
