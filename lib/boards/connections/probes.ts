import { z } from 'zod';
import { argument, baud, commandWords, serialNumber } from './parts.ts';

/** Where a raw binary goes; formats that name their own addresses need none. */
const address = z
  .string()
  .regex(/^0x[0-9A-Fa-f]{1,16}$/, 'must be an address such as 0x08000000')
  .optional();

export const openocd = z.strictObject({
  type: z.literal('openocd'),
  serial: serialNumber,
  /** Configuration files of OpenOCD, such as interface/stlink.cfg and target/stm32f4x.cfg. */
  config: z.array(argument).min(1).max(20),
  address,
});

export const pyocd = z.strictObject({ type: z.literal('pyocd'), serial: serialNumber, target: argument, address });

export const jlink = z.strictObject({
  type: z.literal('jlink'),
  serial: serialNumber,
  device: argument,
  interface: z.enum(['SWD', 'JTAG']).default('SWD'),
  /** kHz. */
  speed: z.number().int().min(1).max(50_000).default(4_000),
  address,
});

export const esptool = z.strictObject({
  type: z.literal('esptool'),
  /** The serial port; esptool knows boards by their port, whose name below /dev/serial/by-id holds the serial number. */
  path: argument,
  chip: argument.default('auto'),
  baud: baud.unwrap().default(460_800),
  address: address.unwrap().default('0x0'),
});

export const stm32programmer = z.strictObject({
  type: z.literal('stm32programmer'),
  serial: serialNumber,
  interface: z.enum(['SWD', 'JTAG', 'USB1']).default('SWD'),
  address,
});

export const west = z.strictObject({
  type: z.literal('west'),
  serial: serialNumber,
  runner: z.enum(['openocd', 'pyocd', 'jlink', 'nrfjprog', 'nrfutil', 'stm32cubeprogrammer']),
});

/** A tool of the house. */
export const flashByCommand = z.strictObject({ type: z.literal('flash-command'), command: commandWords });
