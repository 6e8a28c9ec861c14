import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** What came to a web server. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real web server that answers with these statuses in turn, the last one for ever. */
export async function receiver(statuses: readonly number[], headers: Readonly<Record<string, string>> = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString() });
      response.writeHead(status, headers).end(`said ${status}`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** A real mail server that wants a password. */
export async function mailServer() {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'loop' && password === 'pass word'
        ? done(null, { user: 'loop' })
        : done(new Error('wrong password')),
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(pieces).toString() });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const port = (server.server.address() as AddressInfo).port;
  return {
    mails,
    config: {
      host: '127.0.0.1',
      port,
      security: 'none' as const,
      user: 'loop',
      from: 'loop@example.org',
      to: ['ada@example.org', 'grace@example.org'],
    },
  };
}
