import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A team's own agent: it tells its progress, then answers, babbles or sleeps. Gives its address. */
export async function agentServer(does: string, answer: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"progress":"thinking"}\n');
    if (does === 'sleeps') return;
    response.end(does === 'babbles' ? 'well, you know' : `${JSON.stringify(answer)}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`;
}
