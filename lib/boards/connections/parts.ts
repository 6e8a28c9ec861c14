import { z } from 'zod';
import { duration } from '#lib/config/scalars.ts';

/** A host name or an address. */
export const host = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/, 'must be a host name or an address')
  .describe('Where it answers.');

export const port = z.number().int().min(1).max(65_535);

/** What a user name, an identifier of a device or a word of a command line may hold: no control characters. */
export const word = z
  .string()
  .min(1, 'must not be empty')
  .max(400)
  .regex(/^[^\p{Cc}]*$/u, 'must not hold control characters');

/** A value that becomes an argument of its own: never taken for an option of the program. */
export const argument = word.refine((written) => !written.startsWith('-'), 'must not begin with a dash');

/**
 * The name of a secret, never the secret: the runner reads `FIRMLOOP_BOARD_<NAME>` from its environment, or the file
 * `board-secrets/<name>` of its data folder.
 */
export const secretName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be the name of a secret: small letters, digits and dashes')
  .describe('The name of the secret on the runner.');

/** Program and arguments; `{serial}`, `{name}` and `{image}` stand for those of the board. */
export const commandWords = z.array(word).min(1, 'must name a program').max(100);

/** How long one call may take before it counts as failed. */
export const patience = duration.optional();

/** The speed of a serial line. */
export const baud = z.number().int().min(50).max(12_000_000).default(115_200);

/** The serial number of a probe or adapter: text, since numbers would lose their leading zeros. */
export const serialNumber = argument
  .describe('The serial number of the probe; that of the board when left out.')
  .optional();
