import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Daemon } from '../daemon.ts';
import { type Controller, type ManagedBoard, newController, restart, startTask } from './controller.ts';
import { pageAt } from './pages.ts';

export const redfishPassword = 'of-the-controller';

/** A Redfish service in front of a board, with tasks, ETags, and a manager that is away for a while after an update. */
export async function startRedfishService(
  board: ManagedBoard,
): Promise<Daemon & { readonly connection: ConnectionOf<'redfish'>; readonly controller: Controller }> {
  const controller = newController(board);
  const server = createServer((request, response) => {
    answer(controller, request, response).catch((error: Error) => refuse(response, 500, error.message));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return {
    controller,
    connection: { type: 'redfish', url: `http://127.0.0.1:${port}`, user: 'farm', password: 'controller' },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const authorization = `Basic ${Buffer.from(`farm:${redfishPassword}`).toString('base64')}`;

async function answer(controller: Controller, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const now = performance.now();
  if (now < controller.downUntil) return void request.socket.destroy();
  if (now < controller.busyUntil) return void response.writeHead(503, { 'retry-after': '0' }).end();
  const path = (request.url ?? '').replace(/\/$/, '');
  if (path === '/redfish') return show(response, { v1: '/redfish/v1/' }, controller);
  if (request.headers.authorization !== authorization && path !== '/redfish/v1') {
    return refuse(response, 401, 'the password is wrong');
  }
  const order = orders.find(({ method, at }) => method === request.method && at.test(path));
  if (order !== undefined) return await order.obey(controller, request, response);
  const page = request.method === 'GET' ? await pageAt(controller, path) : null;
  return page === null ? refuse(response, 404, `${path} is not there`) : show(response, page, controller);
}

interface Order {
  readonly method: 'POST' | 'PATCH' | 'GET';
  readonly at: RegExp;
  readonly obey: (controller: Controller, request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

const resetSchema = z.object({ ResetType: z.enum(['On', 'ForceOff', 'PowerCycle']) });
const applySchema = z.object({
  HttpPushUriOptions: z.object({ HttpPushUriApplyTime: z.object({ ApplyTime: z.enum(['OnReset', 'Immediate']) }) }),
});

const orders: readonly Order[] = [
  {
    method: 'POST',
    at: /\/ComputerSystem\.Reset$/,
    async obey({ board }, request, response) {
      const { ResetType } = resetSchema.parse(JSON.parse((await buffer(request)).toString()));
      if (ResetType !== 'On') await board.set('off');
      if (ResetType !== 'ForceOff') await board.set('on');
      response.writeHead(204).end();
    },
  },
  {
    method: 'PATCH',
    at: /\/UpdateService$/,
    async obey(controller, request, response) {
      const body = await buffer(request);
      if (controller.isContested) {
        controller.isContested = false;
        controller.revision += 1;
      }
      const given = request.headers['if-match'];
      if (given === undefined) return refuse(response, 428, 'If-Match is required');
      if (given !== etagOf(controller)) return refuse(response, 412, 'the resource has changed');
      controller.applyTime = applySchema.parse(
        JSON.parse(body.toString()),
      ).HttpPushUriOptions.HttpPushUriApplyTime.ApplyTime;
      controller.revision += 1;
      response.writeHead(204).end();
    },
  },
  {
    method: 'POST',
    at: /\/UpdateService\/update$/,
    async obey(controller, request, response) {
      const image = await buffer(request);
      const task = startTask(controller, async () => {
        if (!image.includes('ELF')) throw new Error('the image is none');
        await controller.board.write(image);
        controller.version = '2.0';
        if (controller.applyTime === 'Immediate') restart(controller);
      });
      accept(response, task.id);
    },
  },
  {
    method: 'POST',
    at: /\/LogService\.CollectDiagnosticData$/,
    async obey(controller, _request, response) {
      const task = startTask(controller, async (own) => {
        await pause(50);
        controller.log.push('OK: a dump was made');
        const id = String(controller.log.length);
        controller.dumps.set(id, Buffer.from(`dump ${id}: ${controller.log.join('; ')}`));
        own.location = `/redfish/v1/Systems/system/LogServices/EventLog/Entries/${id}`;
      });
      accept(response, task.id);
    },
  },
  {
    method: 'GET',
    at: /\/attachment\/\d+$/,
    async obey({ dumps }, request, response) {
      const dump = dumps.get(request.url?.split('/').at(-1) ?? '');
      if (dump === undefined) return refuse(response, 404, 'no such dump');
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(dump);
    },
  },
];

function accept(response: ServerResponse, task: string): void {
  response.writeHead(202, { location: `/redfish/v1/TaskService/Tasks/${task}` }).end();
}

function etagOf({ revision }: Controller): string {
  return `W/"${revision}"`;
}

function show(response: ServerResponse, page: unknown, controller: Controller): void {
  response.writeHead(200, { 'content-type': 'application/json', etag: etagOf(controller) }).end(JSON.stringify(page));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}
