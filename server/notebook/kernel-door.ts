import { type FileHandle, open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { jsonLines } from '#lib/workflow/json-lines.ts';
import { type KernelLine, type KernelOrder, kernelLine } from './kernel-protocol.ts';
import { notebookTunables } from './tunables.ts';

/** A connection to a kernel. */
export interface KernelDoor {
  readonly kind: 'jupyter' | 'plain' | 'node';
  /** The cells that it has executed so far. */
  readonly cells: readonly string[];
  order(order: KernelOrder): void;
  /** The next line; null when the kernel is gone, or has sent what no kernel sends. */
  hear(signal: AbortSignal): Promise<KernelLine | null>;
  close(): void;
}

/**
 * Connects to the kernel whose socket lies in a folder; null when none answers there. The address of a socket may have 107
 * bytes only, so it is named through the open folder.
 */
export async function openDoor(folder: string): Promise<KernelDoor | null> {
  const handle = await open(folder).catch(() => null);
  if (handle === null) return null;
  try {
    const socket = await connected(handle);
    return socket === null ? null : await greeted(socket);
  } finally {
    await handle.close();
  }
}

async function connected(folder: FileHandle): Promise<Socket | null> {
  const socket = connect({ path: `/proc/self/fd/${folder.fd}/socket` });
  return await new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

async function greeted(socket: Socket): Promise<KernelDoor | null> {
  const lines = linesOf(socket);
  const first = await lines.next(AbortSignal.timeout(notebookTunables.startMs));
  if (first === null || !('hello' in first)) {
    socket.destroy();
    return null;
  }
  return {
    ...first.hello,
    order: (order) => void socket.write(`${JSON.stringify(order)}\n`),
    hear: (signal) => lines.next(signal),
    close: () => socket.destroy(),
  };
}

/** The lines of a socket one by one. It is paused while nobody listens, so that a flood stays with the kernel. */
function linesOf(socket: Socket): { next(signal: AbortSignal): Promise<KernelLine | null> } {
  const ready: KernelLine[] = [];
  const text = new TextDecoder();
  const parser = jsonLines();
  let isOver = false;
  let bytes = 0;
  let wake: () => void = () => undefined;
  const end = () => {
    isOver = true;
    socket.destroy();
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > notebookTunables.cellBytes) return end();
    try {
      for (const value of parser.add(text.decode(chunk, { stream: true }))) {
        const line = kernelLine.safeParse(value);
        if (!line.success) return end();
        if ('done' in line.data) bytes = 0;
        ready.push(line.data);
      }
    } catch {
      return end();
    }
    socket.pause();
    wake();
  });
  socket.on('close', end);
  socket.on('error', end);
  return {
    async next(signal) {
      while (ready.length === 0 && !isOver) {
        signal.throwIfAborted();
        socket.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return ready.shift() ?? null;
    },
  };
}
