import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Json } from '#lib/engine/json.ts';

/** How a scripted service answers one question. */
export type Reply =
  /** One JSON object, or with `status` as that. */
  | { readonly json: Json; readonly status?: number }
  /** Lines of JSON, one write each. */
  | { readonly lines: readonly Json[] }
  /** These bytes as a stream, and then the end. */
  | { readonly text: string }
  /** This line again and again, until the other side has enough. */
  | { readonly endless: string }
  /** The connection is cut before there is an answer. */
  | { readonly cut: true }
  /** Nothing, for ever. */
  | { readonly silent: true };

/** What a service was asked. */
export interface Asked {
  readonly kind: string;
  readonly resynchronise?: boolean;
  readonly observation: {
    readonly location: { readonly current: { readonly stage_id: string | null; readonly step_id: string | null } };
    readonly context: {
      readonly effects: { readonly current: readonly { readonly ok: boolean; readonly output: string }[] };
      readonly FSM: { readonly state: string; readonly history: readonly { readonly event: string }[] };
      readonly variables: { readonly [name: string]: Json };
    };
  };
}

export interface ScriptedService {
  readonly url: string;
  /** Everything that it was asked, in order. */
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A Planning or Generating service on this machine that answers as the script says; `n` counts its questions from 1. */
export async function scriptedService(script: (asked: Asked, n: number) => Reply): Promise<ScriptedService> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await bodyOf(request)) as Asked;
    asked.push(question);
    await give(script(question, asked.length), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

async function give(reply: Reply, response: ServerResponse): Promise<void> {
  if ('silent' in reply) return;
  if ('cut' in reply) return void response.destroy();
  if ('json' in reply) {
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(reply.json));
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  if ('text' in reply) return void response.end(reply.text);
  if ('lines' in reply) {
    for (const line of reply.lines) response.write(`${JSON.stringify(line)}\n`);
    return void response.end();
  }
  // The other side leaves when it has enough.
  await pipeline(Readable.from(again(reply.endless)), response).catch(() => undefined);
}

function* again(line: string): Generator<string> {
  for (;;) yield `${line}\n`;
}
