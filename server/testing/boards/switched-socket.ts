import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Daemon } from './daemon.ts';

export const socketPassword = 'of-the-socket';

/** A switched socket with a web interface: it asks for a password and takes a moment to act, as relays do. */
export async function startSwitchedSocket(): Promise<Daemon & { readonly connection: ConnectionOf<'pdu'> }> {
  const authorization = `Basic ${Buffer.from(`admin:${socketPassword}`).toString('base64')}`;
  let isOn = false;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== authorization) return void response.writeHead(401).end();
    const wanted = /^\/relay\/(on|off)$/.exec(request.url ?? '')?.[1];
    const act = () => {
      isOn = wanted === 'on';
    };
    if (wanted !== undefined) setTimeout(act, 50);
    response.end(JSON.stringify({ relay: isOn ? 'closed' : 'open' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const root = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const get = (path: string) => ({ method: 'GET', url: `${root}${path}` }) as const;
  return {
    connection: {
      type: 'pdu',
      on: get('/relay/on'),
      off: get('/relay/off'),
      status: get('/relay'),
      on_when: '"closed"',
      user: 'admin',
      password: 'socket',
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
