import { z } from 'zod';
import { baud, host, port, word } from './parts.ts';

/** A serial port of the runner. */
export const serial = z.strictObject({
  type: z.literal('serial'),
  path: word
    .regex(/^(?:\/dev\/|\/tmp\/|COM\d+$)/, 'must be a device: /dev/serial/by-id/… or COM7')
    .describe('The device; a name below /dev/serial/by-id stays the same when cables are moved.'),
  baud,
});

/** A serial port behind a terminal server that takes its settings from us (RFC 2217). */
export const rfc2217 = z.strictObject({ type: z.literal('rfc2217'), host, port, baud });

/** A console that is a plain connection. */
export const tcp = z.strictObject({ type: z.literal('tcp'), host, port });
