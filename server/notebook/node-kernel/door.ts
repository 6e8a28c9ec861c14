import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Without a cell for this long the kernel ends; it can be built again from the notebook. */
const idleMs = 600_000;

export interface Task {
  readonly cell: string;
  readonly code: string;
}

export type Send = (line: object) => void;

export interface Kernel {
  /** Executes a cell and tells what came of it; gives whether it passed. */
  execute(task: Task, send: Send): Promise<boolean>;
  interrupt(): unknown;
}

/** The socket that cells come in by: one caller at a time, one cell after the other. */
export function openDoor(folder: string, kernel: Kernel): { open(): void } {
  const cells: string[] = [];
  let caller: Socket | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const idle = setTimeout(() => process.exit(0), idleMs);
  const send: Send = (line) => void caller?.write(`${JSON.stringify(line)}\n`);
  const work = async (task: Task) => {
    idle.refresh();
    if (await kernel.execute(task, send)) cells.push(task.cell);
    idle.refresh();
  };
  const server = createServer((socket) => {
    caller = socket;
    socket.on('error', () => undefined);
    send({ hello: { kind: 'node', cells } });
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      const order = JSON.parse(line) as { op: 'interrupt' } | ({ op: 'execute' } & Task);
      if (order.op === 'interrupt') kernel.interrupt();
      else before = before.then(() => work(order));
    });
  });
  return { open };

  /** The path of a socket may be short only: it is made from inside its folder. */
  function open(): void {
    const back = process.cwd();
    process.chdir(folder);
    server.listen('socket');
    process.chdir(back);
  }
}
