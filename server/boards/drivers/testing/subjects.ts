import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, ConnectionOf } from '#lib/boards/connections.ts';
import { buildTrial } from '#server/environments/testing/subjects.ts';
import type { Daemon } from '#server/testing/boards/daemon.ts';
import { ipmiPassword, startIpmiController } from '#server/testing/boards/ipmi-controller.ts';
import type { ManagedBoard } from '#server/testing/boards/redfish/controller.ts';
import { redfishPassword, startRedfishService } from '#server/testing/boards/redfish/service.ts';
import { startEchoPort, startEchoServer, startTerminalServer } from '#server/testing/boards/serial-lines.ts';
import { startSshMachine } from '#server/testing/boards/ssh-machine.ts';
import { socketPassword, startSwitchedSocket } from '#server/testing/boards/switched-socket.ts';
import { openDriver } from '../open-driver.ts';
import { benchIn } from './bench.ts';

/** A device that a driver is tried on. */
export interface Device extends Daemon {
  readonly connection: Connection;
  readonly secrets: Readonly<Record<string, string>>;
}

export interface Subject {
  readonly name: Connection['type'];
  /** Starts the device in an empty folder. Its console sends back what it receives. */
  readonly start: (folder: string) => Promise<Device>;
  /** What its console is sure to hand on unchanged, where that is not every byte. */
  readonly says?: Buffer;
  /** It drops the first words of a session now and then, so that they have to be said again. */
  readonly isForgetful?: boolean;
  /** The same connection, leading nowhere. */
  readonly astray: (connection: Connection) => Connection;
}

const nothing = { stop: async () => undefined, secrets: {} };
const emulated: ConnectionOf<'qemu'> = {
  type: 'qemu',
  program: 'qemu-system-arm',
  machine: 'mps2-an385',
  load: 'kernel',
  args: [],
  console: 'serial',
};

/** The image that an emulated board has from the start: it greets and echoes. */
export async function flashedFolder(folder: string): Promise<void> {
  await buildTrial(folder, 'echoes');
  const written = await openDriver(emulated, benchIn(folder)).flash?.write(
    { path: join(folder, 'trial.elf'), name: 'trial.elf' },
    AbortSignal.timeout(10_000),
  );
  if (!written?.ok) throw new Error(written?.reason);
}

const qemu: Subject = {
  name: 'qemu',
  async start(folder) {
    await flashedFolder(folder);
    return { ...nothing, connection: emulated };
  },
  astray: () => ({ ...emulated, program: 'qemu-system-nowhere' }),
};

const ipmi: Subject = {
  name: 'ipmi',
  // ipmitool and its terminal keep some control characters for themselves.
  says: Buffer.from('every printable word, \t and größer too\r\n'),
  // The simulator takes the first packet of a session for a repetition of the last one before.
  isForgetful: true,
  start: async (folder) => ({ ...(await startIpmiController(folder)), secrets: { bmc: ipmiPassword } }),
  astray: (connection) => ({ ...connection, port: 9 }) as Connection,
};

const redfish: Subject = {
  name: 'redfish',
  async start(folder) {
    const inner = join(folder, 'board');
    await mkdir(inner);
    await flashedFolder(inner);
    const { board, close } = managedEmulator(inner);
    const service = await startRedfishService(board);
    return {
      ...service,
      secrets: { controller: redfishPassword },
      stop: async () => void (await Promise.all([service.stop(), close()])),
    };
  },
  astray: (connection) => ({ ...connection, url: 'http://127.0.0.1:9' }) as Connection,
};

/** The emulated board behind a management controller. */
export function managedEmulator(folder: string): { board: ManagedBoard; close: () => Promise<void> } {
  const { power, flash, close } = openDriver(emulated, benchIn(folder));
  const limit = () => AbortSignal.timeout(20_000);
  const board: ManagedBoard = {
    async set(action) {
      const answer = await power?.set(action, limit());
      if (!answer?.ok) throw new Error(answer?.reason);
    },
    async isOn() {
      const reading = await power?.read(limit());
      return reading?.ok === true && reading.on;
    },
    async write(image) {
      await writeFile(join(folder, 'update.elf'), image);
      const answer = await flash?.write({ path: join(folder, 'update.elf'), name: 'update.elf' }, limit());
      if (!answer?.ok) throw new Error(answer?.reason);
    },
  };
  return { board, close };
}

const serial: Subject = {
  name: 'serial',
  async start(folder) {
    const { path, stop } = await startEchoPort(folder);
    return { connection: { type: 'serial', path, baud: 115_200 }, secrets: {}, stop };
  },
  astray: () => ({ type: 'serial', path: '/dev/serial/by-id/nowhere', baud: 115_200 }),
};

const rfc2217: Subject = {
  name: 'rfc2217',
  async start(folder) {
    const { port, stop } = await startTerminalServer(folder);
    return { connection: { type: 'rfc2217', host: '127.0.0.1', port, baud: 9_600 }, secrets: {}, stop };
  },
  astray: () => ({ type: 'rfc2217', host: '127.0.0.1', port: 9, baud: 9_600 }),
};

const tcp: Subject = {
  name: 'tcp',
  async start(folder) {
    const { port, stop } = await startEchoServer(folder);
    return { connection: { type: 'tcp', host: '127.0.0.1', port }, secrets: {}, stop };
  },
  astray: () => ({ type: 'tcp', host: '127.0.0.1', port: 9 }),
};

const ssh: Subject = {
  name: 'ssh',
  async start(folder) {
    const { connection, key, stop } = await startSshMachine(folder);
    return { connection, secrets: { bench: key }, stop };
  },
  astray: (connection) => ({ ...connection, port: 9 }) as Connection,
};

const byCommand: Subject = {
  name: 'power-command',
  async start(folder) {
    const file = join(folder, 'relay-{serial}');
    const status = ['sh', '-c', 'test -e "$1" && echo "relay: ON" || echo "relay: OFF"', 'status', file];
    return {
      ...nothing,
      connection: { type: 'power-command', on: ['touch', file], off: ['rm', '-f', file], status },
    };
  },
  astray: () => ({ type: 'power-command', on: ['no-such-relay'], off: ['no-such-relay'], status: ['no-such-relay'] }),
};

const pdu: Subject = {
  name: 'pdu',
  start: async () => ({ ...(await startSwitchedSocket()), secrets: { socket: socketPassword } }),
  astray: () => {
    const nowhere = { method: 'GET', url: 'http://127.0.0.1:9/' } as const;
    return { type: 'pdu', on: nowhere, off: nowhere, status: nowhere, on_when: 'on' };
  },
};

const flashByCommand: Subject = {
  name: 'flash-command',
  start: async (folder) => ({
    ...nothing,
    connection: { type: 'flash-command', command: ['cp', '{image}', join(folder, 'flash-{serial}')] },
  }),
  astray: () => ({ type: 'flash-command', command: ['no-such-flasher', '{image}'] }),
};

/** Drivers that are proven on a simulator or on a real part of the kind that they are for. */
export const subjects: readonly Subject[] = [
  qemu,
  ipmi,
  redfish,
  serial,
  rfc2217,
  tcp,
  ssh,
  byCommand,
  pdu,
  flashByCommand,
];
