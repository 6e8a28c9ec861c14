import { z } from 'zod';
import { rfc2217, serial, tcp } from './connections/lines.ts';
import { qemu, ssh } from './connections/machines.ts';
import { ipmi, redfish } from './connections/management.ts';
import { powerByCommand, powerByHttp } from './connections/power.ts';
import { esptool, flashByCommand, jlink, openocd, pyocd, stm32programmer, west } from './connections/probes.ts';

/** One way to reach a board. Secrets stand here by name only. */
export const connectionSchema = z.discriminatedUnion('type', [
  qemu,
  serial,
  rfc2217,
  tcp,
  ssh,
  ipmi,
  redfish,
  powerByCommand,
  powerByHttp,
  openocd,
  pyocd,
  jlink,
  esptool,
  stm32programmer,
  west,
  flashByCommand,
]);
export type Connection = z.output<typeof connectionSchema>;
export type ConnectionType = Connection['type'];
export type ConnectionOf<Type extends ConnectionType> = Extract<Connection, { type: Type }>;

/** All ways to reach one board. Where two give the same capability, the first one listed does. */
export const connectionsSchema = z.array(connectionSchema).max(20, 'must not be more than 20 connections');

/** What can be asked of a board, whatever device does it. */
export const boardCapabilities = ['power', 'console', 'flash', 'files', 'commands', 'sensors'] as const;
export type BoardCapability = (typeof boardCapabilities)[number];

/** What each kind of connection gives. */
export const capabilitiesOf = {
  qemu: ['power', 'console', 'flash'],
  serial: ['console'],
  rfc2217: ['console'],
  tcp: ['console'],
  ssh: ['files', 'commands'],
  ipmi: ['power', 'console', 'sensors'],
  redfish: ['power', 'flash', 'sensors'],
  'power-command': ['power'],
  pdu: ['power'],
  openocd: ['flash'],
  pyocd: ['flash'],
  jlink: ['flash'],
  esptool: ['flash'],
  stm32programmer: ['flash'],
  west: ['flash'],
  'flash-command': ['flash'],
} as const satisfies Record<ConnectionType, readonly BoardCapability[]>;
