import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { asProcessEnv } from './environment.ts';
import { lineNumberBytes, type SpawnerWord, type SpawnOrder } from './spawner-protocol.ts';

/*
 * A small process beside a runner that starts the runner's commands: a fork costs by the memory of the process that does
 * it. It keeps some connections to the socket of its first argument in stock; a command gets them as its output.
 */

interface Line {
  readonly number: number;
  readonly socket: Socket;
}

/** Enough for three commands that are started in a row, three or four each, while new ones are made. */
const inStock = 16;
const [path = ''] = process.argv.slice(2);
const stock: Line[] = [];
let made = 0;

async function connectLine(): Promise<Line> {
  made += 1;
  const number = made;
  // Paused, so that what the runner sends is left to the child.
  const socket = new Socket().pause().connect(path);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const header = Buffer.alloc(lineNumberBytes);
  header.writeUInt32BE(number);
  await new Promise((resolve) => socket.write(header, resolve));
  return { number, socket };
}

/** Several orders may wait at once: nothing comes between the look at the stock and the taking. */
async function take(count: number): Promise<Line[]> {
  while (stock.length < count) stock.push(await connectLine());
  return stock.splice(0, count);
}

async function refill(): Promise<void> {
  while (stock.length < inStock) stock.push(await connectLine());
}

function say(word: SpawnerWord): void {
  process.send?.(word, () => undefined);
}

async function start({ id, file, args, cwd, env, stdin, report }: SpawnOrder): Promise<void> {
  const lines = await take(2 + Number(stdin) + Number(report));
  const sockets = lines.map(({ socket }) => socket);
  const [stdout, stderr] = sockets;
  const stdio: StdioOptions = [
    (stdin && sockets[2]) || 'ignore',
    stdout,
    stderr,
    (report && sockets.at(-1)) || 'ignore',
  ];
  try {
    const child: ChildProcess = spawn(file, args, { cwd, env: asProcessEnv(env), detached: true, stdio });
    child.once('exit', (exitCode, signal) => say({ id, ended: { exitCode, signal } }));
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    say({ id, pid: child.pid, lines: lines.map(({ number }) => number) });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    say({ id, error: { message, ...(code !== undefined && { code }) } });
  }
  for (const socket of sockets) socket.destroy();
  await refill();
}

// Signals meant for the runner's service reach its whole control group; only the runner's end ends the spawner.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  rmSync(dirname(path), { recursive: true, force: true });
  process.exit();
});
process.on('message', (order: SpawnOrder) => void start(order));
await refill();
