import { z } from 'zod';
import { argument, host, patience, port, secretName, word } from './parts.ts';

/** A management controller that speaks IPMI over the network. */
export const ipmi = z.strictObject({
  type: z.literal('ipmi'),
  host,
  port: port.default(623),
  user: argument,
  password: secretName,
  /** The cipher suite of the session. ipmitool's own choice makes each call take 10 s on some controllers. */
  cipher: z.number().int().min(0).max(17).default(3),
});

/** A management controller that speaks Redfish. */
export const redfish = z.strictObject({
  type: z.literal('redfish'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .describe('The root of the service, such as https://bmc-7.example.org'),
  user: word,
  password: secretName,
  /** SHA-256 of the controller's certificate, for one that no authority signed. */
  fingerprint: z
    .string()
    .regex(/^(?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/, 'must be a SHA-256 fingerprint: 32 pairs of digits with colons')
    .optional(),
  /** The id of the system; the only one when left out. */
  system: argument.optional(),
  /** The id of the manager; the only one when left out. */
  manager: argument.optional(),
  /** Limit for the manager to come back after an update or a reset of its own. */
  back_within: patience,
});
