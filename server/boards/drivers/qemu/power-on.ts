import type { Site } from '#server/environments/environment.ts';
import type { QemuConfig } from '#server/environments/qemu/arguments.ts';
import type { Monitor } from '#server/environments/qemu/monitor.ts';
import { runImage } from '#server/environments/qemu/run-image.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import type { Refused } from '../capabilities.ts';
import type { ConsoleSocket } from './console-socket.ts';

/** An emulator that is on. */
export interface Powered {
  readonly monitor: Monitor;
  readonly ended: Promise<CommandOutcome>;
  isOver(): boolean;
  /** Switches it off; settles when it is gone. */
  off(): Promise<void>;
}

/** Starts the emulator; settles when its processor may run, or with the reason why it never will. */
export async function powerOn(
  config: QemuConfig,
  site: (signal: AbortSignal) => Site,
  socket: ConsoleSocket,
): Promise<{ readonly ok: true; readonly powered: Powered } | Refused> {
  const plug = new AbortController();
  const { promise: up, resolve: cameUp } = Promise.withResolvers<Monitor>();
  let isOver = false;
  const running = runImage(config, site(plug.signal), {
    deadlineMs: config.timeout,
    outputCapBytes: Number.MAX_SAFE_INTEGER,
    // Firmware that opens a file for its console is heard on the emulator's own output.
    onBytes: (stream, bytes) =>
      stream === 'console' || config.console === 'semihosting' ? socket.print(bytes) : undefined,
    onUp({ monitor, consoleIn }) {
      socket.connect(consoleIn);
      cameUp(monitor);
    },
  });
  const ended = running
    .then(({ outcome }) => outcome)
    .finally(() => {
      isOver = true;
      socket.connect(null);
    });
  const first = await Promise.race([up, ended]);
  if ('endedBy' in first) return { ok: false, reason: first.reason };
  const off = async () => {
    plug.abort();
    await ended;
  };
  return { ok: true, powered: { monitor: first, ended, isOver: () => isOver, off } };
}
