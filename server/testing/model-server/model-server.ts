import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { messageDocument, messageEvents } from './anthropic.ts';
import { chatDocument, chatEvents } from './openai-chat.ts';
import { responseDocument, responseEvents } from './openai-responses.ts';
import type { Spoken, Turn } from './turn.ts';

/** A request as it came. */
export interface Heard {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly [field: string]: unknown };
  /** The body as text, to look for words in. */
  readonly text: string;
}

/** A local server that speaks the protocols of OpenAI (chat completions and responses) and Anthropic by a script. */
export interface ModelServer {
  readonly origin: string;
  /** What clients of either protocol are given: `…/v1`. */
  readonly baseUrl: string;
  /** Requests for answers so far, in order. */
  readonly heard: readonly Heard[];
  /** Requests whose client has gone before it had an answer. */
  readonly left: () => number;
  close(): Promise<void>;
}

/** How a request is answered: the n-th by the n-th turn, the last one for all that follow; or by what it says. */
export type Script = readonly Turn[] | ((heard: Heard, n: number) => Turn);

const protocols = [
  { path: /\/chat\/completions$/, document: chatDocument, events: chatEvents },
  { path: /\/messages$/, document: messageDocument, events: messageEvents },
  { path: /\/responses$/, document: responseDocument, events: responseEvents },
] as const;

const asked = z.looseObject({ model: z.string().default('model'), stream: z.boolean().default(false) });

export async function startModelServer(script: Script): Promise<ModelServer> {
  const heard: Heard[] = [];
  let left = 0;
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const path = request.url?.split('?')[0] ?? '/';
    const protocol = protocols.find((one) => one.path.test(path));
    if (protocol === undefined) return sideDoor(path, response);
    const body = asked.parse(JSON.parse(text));
    const one: Heard = { path, headers: request.headers, body, text };
    heard.push(one);
    const n = heard.length - 1;
    response.on('close', () => {
      if (!response.writableFinished) left += 1;
    });
    const turn = typeof script === 'function' ? script(one, n) : (script[n] ?? script.at(-1));
    if (turn === undefined) return sendError(response, 500, 'the script is empty');
    play(turn, { ...protocol, model: body.model, stream: body.stream, id: String(n + 1), response });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    heard,
    left: () => left,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Stage extends Pick<(typeof protocols)[number], 'document' | 'events'> {
  readonly model: string;
  readonly stream: boolean;
  readonly id: string;
  readonly response: ServerResponse;
}

function play(turn: Turn, stage: Stage): void {
  const { response } = stage;
  if (turn.kind === 'says' || turn.kind === 'tool') speak(turn, stage);
  if (turn.kind === 'cut') {
    begin(stage, turn.text);
    setTimeout(() => response.destroy(), 20);
  }
  if (turn.kind === 'silence' && turn.after !== undefined) begin(stage, turn.after);
  if (turn.kind === 'status') {
    if (turn.retryAfter !== undefined) response.setHeader('retry-after', String(turn.retryAfter));
    sendError(response, turn.status, turn.message);
  }
}

function speak(turn: Spoken, { document, events, model, stream, id, response }: Stage): void {
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  response.end(stream ? events(turn, model, id).join('') : JSON.stringify(document(turn, model, id)));
}

/** The events up to the content, and no more. */
function begin({ events, model, id, response }: Stage, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(events({ kind: 'says', text }, model, id).slice(0, 1).join(''));
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'server_error', message, code: null, param: null } }));
}

/** What clients ask beside: their list of models, and how many tokens a text has. */
function sideDoor(path: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(path.endsWith('/count_tokens') ? { input_tokens: 100 } : { object: 'list', data: [] }));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
