import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { qemuTunables } from './tunables.ts';

/** The emulator's own control line (QMP). An emulator that is gone or did not answer in time once gives null. */
export interface Monitor {
  execute(command: string, options?: { args?: Readonly<Record<string, string>>; withinMs?: number }): Promise<unknown>;
  /** A command of the monitor for people, such as `info registers`, with its text. */
  ask(line: string): Promise<string | null>;
}

const answerSchema = z.object({ id: z.number(), return: z.unknown().optional() });

/** Speaks QMP over a connected socket; the greeting and events are passed over. */
export function openMonitor(socket: Socket): Monitor {
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  let isDeaf = false;
  createInterface({ input: socket })
    .on('line', (line) => {
      const answer = answerSchema.safeParse(parsed(line));
      if (answer.success) settle(answer.data.id, answer.data.return ?? null);
    })
    // An emulator that dies resets the connection.
    .on('error', () => undefined);
  socket.once('close', () => {
    for (const id of waiting.keys()) settle(id, null);
  });

  function settle(id: number, value: unknown): void {
    waiting.get(id)?.(value);
    waiting.delete(id);
  }

  function giveUp(id: number): void {
    isDeaf = true;
    settle(id, null);
  }

  function execute(
    command: string,
    {
      args = {},
      withinMs = qemuTunables.monitorMs,
    }: { args?: Readonly<Record<string, string>>; withinMs?: number } = {},
  ): Promise<unknown> {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      const timer = setTimeout(giveUp, withinMs, id);
      waiting.set(id, (value) => {
        clearTimeout(timer);
        resolve(value);
      });
      if (isDeaf || socket.destroyed) settle(id, null);
      else socket.write(`${JSON.stringify({ execute: command, arguments: args, id })}\n`);
    });
  }

  return {
    execute,
    async ask(line) {
      const answer = await execute('human-monitor-command', { args: { 'command-line': line } });
      return typeof answer === 'string' ? answer.replaceAll('\r', '').trim() : null;
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
