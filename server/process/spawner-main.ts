import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asProcessEnv, withMarks } from './environment.ts';
import { keepSpares, type Started } from './spare.ts';
import { lineNumberBytes, type SpawnerWord, type SpawnOrder } from './spawner-protocol.ts';
import { processTunables } from './tunables.ts';

/*
 * A small process beside a runner that starts the runner's commands: a fork costs by the memory of the process that
 * does it. It keeps some connections to the socket of its first argument in stock; a command gets them as its output.
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
  try {
    while (stock.length < inStock) stock.push(await connectLine());
  } catch {
    // The runner is gone; an order that comes nevertheless tries again.
  }
}

function say(word: SpawnerWord): void {
  process.send?.(word, () => undefined);
}

function leave(unused: readonly number[]): void {
  say({ unused });
}

interface More {
  /** The descriptors after those of the order. */
  readonly descriptors?: readonly 'pipe'[];
  /** Once it comes, nothing is started any more. */
  readonly closed?: AbortSignal;
}

/** Starts a child whose output, and what else the order gives it, are connections of the stock. */
async function startOnLines(order: SpawnOrder, { descriptors = [], closed }: More = {}): Promise<Started> {
  const { file, args, cwd, env, stdin, report } = order;
  const taken = await take(2 + Number(stdin) + Number(report));
  const sockets = taken.map(({ socket }) => socket);
  const lines = taken.map(({ number }) => number);
  const [stdout, stderr] = sockets;
  const stdio: StdioOptions = [
    (stdin && sockets[2]) || 'ignore',
    stdout,
    stderr,
    (report && sockets.at(-1)) || 'ignore',
    ...descriptors,
  ];
  try {
    closed?.throwIfAborted();
    const child = spawn(file, args, { cwd, env: asProcessEnv(env), detached: true, stdio });
    const { pid } = child;
    if (pid === undefined) throw (await once(child, 'error'))[0];
    return { child, pid, lines };
  } catch (error) {
    leave(lines);
    throw error;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

const spares = keepSpares({ start: (order, closed) => startOnLines(order, { descriptors: ['pipe'], closed }), leave });

async function start(order: SpawnOrder): Promise<void> {
  const { id, env, marks } = order;
  try {
    const { child, pid, lines } = spares.take(order) ?? (await startOnLines({ ...order, env: withMarks(env, marks) }));
    child.once('exit', (exitCode, signal) => {
      say({ id, ended: { exitCode, signal } });
      void keepReady(order);
    });
    say({ id, pid, lines });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    say({ id, error: { message, ...(code !== undefined && { code }) } });
  }
  await refill();
}

/**
 * Not before the command has ended, so that it is alone with the processors. Where it fails, the next one is started as
 * any other.
 */
async function keepReady(order: SpawnOrder): Promise<void> {
  await spares.keep(order).catch(() => undefined);
  await refill();
}

// Signals meant for the runner's service reach its whole control group; only the runner's end ends the spawner.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const) process.on(signal, () => undefined);
process.on('disconnect', async () => {
  await Promise.race([spares.close(), pause(processTunables.goneMs)]);
  rmSync(dirname(path), { recursive: true, force: true });
  process.exit();
});
process.on('message', (order: SpawnOrder) => void start(order));
await refill();
