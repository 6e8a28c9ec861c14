import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appRouter } from '#server/api/app-router.ts';
import type { Services } from '#server/api/services.ts';
import type { Person } from '#server/auth/person.ts';

/** A server that answers over HTTP as the product's does; who asks stands in a header instead of a cookie. */
export interface ApiServer {
  readonly url: string;
  /** Errors that nobody planned, as they come. */
  readonly unplanned: string[];
  close(): Promise<void>;
}

const keptMs = 120_000;

export async function serveApi(services: Services, people: ReadonlyMap<string, Person>): Promise<ApiServer> {
  const unplanned: string[] = [];
  // A busy machine takes its time between two calls: a connection that is closed meanwhile would look like a crash.
  const server = createServer({ keepAliveTimeout: keptMs, requestTimeout: keptMs }, async (incoming, answer) => {
    const gone = new AbortController();
    answer.on('close', () => gone.abort());
    const response = await fetchRequestHandler({
      endpoint: '/api/trpc',
      req: await requestOf(incoming, gone.signal),
      router: appRouter,
      createContext: () => ({ services, person: people.get(String(incoming.headers['x-person'])) ?? null }),
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') unplanned.push(`${path}: ${error.cause?.stack ?? error.stack}`);
      },
    });
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) answer.write(chunk);
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/api/trpc`,
    unplanned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = method === 'POST' ? await buffer(incoming) : null;
  const type = headers['content-type'] ?? 'application/json';
  return new Request(`http://127.0.0.1${url}`, { method, body, signal, headers: { 'content-type': type } });
}
