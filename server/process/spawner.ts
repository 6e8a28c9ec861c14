import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSpec } from './command.ts';
import { asProcessEnv } from './environment.ts';
import type { Launch } from './launch.ts';
import { killCarriers } from './marker-sweep.ts';
import type { ProcessEnd } from './outcome.ts';
import { readSandboxReport } from './sandbox-report.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { spareKeyOf } from './spare-key.ts';
import { lineNumberBytes, type SpawnerWord, type SpawnOrder } from './spawner-protocol.ts';
import { type ChildStarter, startChildrenBy } from './start-child.ts';
import { feed, type StartedChild } from './started-child.ts';

/** A process that starts commands for this one. */
interface Spawner {
  readonly start: ChildStarter;
  /** Ends it; what it has started and is locked in dies with it. */
  close(): Promise<void>;
}

interface Order {
  readonly started: PromiseWithResolvers<Extract<SpawnerWord, { pid: number }>>;
  readonly ended: PromiseWithResolvers<ProcessEnd>;
}

const entry = fileURLToPath(new URL('./spawner-main.ts', import.meta.url));

/** How a command counts whose spawner was killed: with it dies what is locked in, the rest is removed by its group. */
const lost: ProcessEnd = { exitCode: null, signal: 'SIGKILL' };

const lostBeforeItsWord = new Error('the process that starts commands was killed');

/** From now on this process has its commands started by a smaller one; until the answer is called. */
export async function startThroughSpawner(): Promise<() => Promise<void>> {
  const spawner = await openSpawner();
  startChildrenBy(spawner.start);
  return async () => {
    startChildrenBy(undefined);
    await spawner.close();
  };
}

/**
 * Opens a spawner. A fork copies the page tables of the process that does it, and meanwhile nothing else happens in it:
 * 5 ms in a runner of 150 MB, nine times in an iteration; the spawner does it in one. One that dies is started again.
 */
async function openSpawner(): Promise<Spawner> {
  const orders = new Map<number, Order>();
  const lines = new Map<number, PromiseWithResolvers<Socket>>();
  // Of its own, and removed by the spawner, which is there at the end also when this process was killed.
  const path = join(await makeSocketFolder('firmloop-spawner-', 'lines'), 'lines');
  const server = createServer((socket) => void welcome(socket)).listen(path);
  await once(server, 'listening');
  let isClosing = false;
  let given = 0;
  let child = open();

  function open(): ChildProcess {
    const opened = fork(entry, [path], {
      cwd: '/',
      // Not empty: an empty environment looks like a process in the middle of `exec`, which every sweep waits for.
      env: asProcessEnv({ FIRMLOOP_SPAWNER_OF: String(process.pid), ...compiled() }),
      execArgv: [],
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    opened.on('message', hear).on('error', () => undefined);
    opened.once('exit', () => {
      for (const { started, ended } of orders.values()) {
        started.reject(lostBeforeItsWord);
        ended.resolve(lost);
      }
      orders.clear();
      lines.clear();
      if (!isClosing) child = open();
    });
    return opened;
  }

  function hear(word: SpawnerWord): void {
    if ('unused' in word) {
      for (const number of word.unused) leave(number);
      return;
    }
    const order = orders.get(word.id);
    if (order === undefined) return;
    if ('pid' in word) order.started.resolve(word);
    else {
      orders.delete(word.id);
      if ('error' in word) order.started.reject(Object.assign(new Error(word.error.message), word.error));
      else order.ended.resolve(word.ended);
    }
  }

  /** The number may be known before the connection is, or the connection before its number is asked for. */
  function lineOf(number: number): PromiseWithResolvers<Socket> {
    const known = lines.get(number) ?? Promise.withResolvers<Socket>();
    lines.set(number, known);
    return known;
  }

  async function welcome(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    let header: Buffer | null = null;
    while (header === null && !socket.readableEnded) {
      await once(socket, 'readable').catch(() => undefined);
      header = socket.read(lineNumberBytes);
    }
    if (header !== null) lineOf(header.readUInt32BE()).resolve(socket);
  }

  async function taken(number: number): Promise<Socket> {
    const socket = await lineOf(number).promise;
    lines.delete(number);
    return socket;
  }

  function leave(number: number): void {
    void taken(number).then((socket) => socket.destroy());
  }

  async function start(launch: Launch, stdin: CommandSpec['stdin']): Promise<StartedChild | { error: unknown }> {
    given += 1;
    const { file, args, cwd, env, marks, sandboxed } = launch;
    const spareKey = spareKeyOf(launch);
    const asked: SpawnOrder = {
      ...{ id: given, file, args, cwd, env, marks, stdin: stdin !== 'closed', report: sandboxed },
      ...(spareKey !== undefined && { spareKey }),
    };
    const order: Order = { started: Promise.withResolvers(), ended: Promise.withResolvers() };
    orders.set(asked.id, order);
    try {
      child.send(asked, (error) => error && order.started.reject(error));
      const { pid, lines: numbers } = await order.started.promise;
      const [stdout, stderr, ...rest] = await Promise.all(numbers.map(taken));
      if (stdout === undefined || stderr === undefined) throw new Error('a command was started without its output');
      const input = asked.stdin ? rest[0] : undefined;
      const report = asked.report ? rest.at(-1) : undefined;
      // Read, so that the child's end closes it.
      if (input !== undefined) feed(input.resume(), stdin);
      return {
        pid,
        streams: { stdout, stderr },
        exited: order.ended.promise,
        sandbox: report && readSandboxReport(report),
      };
    } catch (error) {
      orders.delete(asked.id);
      // It may have been started all the same.
      if (error === lostBeforeItsWord) await killCarriers(launch.mark);
      return { error };
    }
  }

  return {
    start,
    async close() {
      isClosing = true;
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      if (child.connected) child.disconnect();
      await gone;
      server.close();
    },
  };
}

/** Programs that were compiled before need less memory, and so less time for each fork. */
function compiled(): Record<string, string> {
  const { NODE_COMPILE_CACHE: cache } = process.env;
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
}
