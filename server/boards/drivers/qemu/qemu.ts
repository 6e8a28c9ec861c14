import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Site } from '#server/environments/environment.ts';
import type { QemuConfig } from '#server/environments/qemu/arguments.ts';
import { emptyScene, hangingScene } from '#server/environments/qemu/scene.ts';
import type { Bench, Driver } from '../driver.ts';
import { switchAndSee } from '../power/switch-and-see.ts';
import { createConsoleSocket } from './console-socket.ts';
import { type Powered, powerOn } from './power-on.ts';

/** The image that the emulated board holds, in its folder. */
const imageName = 'image';

/** An emulated board. It is on as long as its driver is open, at most; its image stays in its folder. */
export function qemuDriver(connection: ConnectionOf<'qemu'>, bench: Bench): Driver {
  const socket = createConsoleSocket();
  const config = configOf(connection);
  let powered: Powered | null = null;
  const site = (signal: AbortSignal): Site => ({
    directory: bench.folder,
    sandbox: { worktree: bench.folder, network: false, whenMissing: 'run-bare' },
    marker: bench.marker,
    signal,
    ...(bench.watchdog && { watchdog: bench.watchdog }),
  });
  const isOn = () => powered !== null && !powered.isOver();

  async function turn(on: boolean) {
    if (on === isOn()) return { ok: true, reason: 'as wanted already' };
    if (!on) {
      await powered?.off();
      return { ok: true, reason: 'switched off' };
    }
    const started = await powerOn(config, site, socket);
    powered = started.ok ? started.powered : null;
    return started.ok ? { ok: true, reason: 'switched on' } : started;
  }

  return {
    power: {
      read: async () => ({ ok: true, on: isOn() }),
      // Firmware may have ended by the time that it is looked at, so the switch is believed.
      set: (action, signal) => switchAndSee({ turn, settleMs: 0 }, action, signal),
      ending: () => powered?.ended ?? null,
    },
    console: { open: async () => socket.open() },
    flash: {
      async write({ path, name }) {
        const wasOn = isOn();
        if (wasOn) await powered?.off();
        // Never half an image, whenever the runner dies.
        await copyFile(path, join(bench.folder, `${imageName}.new`));
        await rename(join(bench.folder, `${imageName}.new`), join(bench.folder, imageName));
        return wasOn ? await turn(true) : { ok: true, reason: `${name} is on the emulated ${connection.machine}` };
      },
    },
    inspect: {
      look: async (where, symbols) =>
        powered === null || powered.isOver()
          ? emptyScene
          : await hangingScene({ ...config, image: symbols }, where, powered.monitor),
    },
    async close() {
      await powered?.off();
      socket.close();
    },
  };
}

/** Limits are those of whoever uses the board. */
function configOf({ program, machine, cpu, load, args, console }: ConnectionOf<'qemu'>): QemuConfig {
  const words = { program, machine, load, args, console, ...(cpu !== undefined && { cpu }) };
  return { type: 'qemu', ...words, image: imageName, timeout: longestOnMs, ready_timeout: longestOnMs };
}

const longestOnMs = 20 * 24 * 3_600_000;
