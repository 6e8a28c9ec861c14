import { z } from 'zod';
import { commandWords, secretName, word } from './parts.ts';

/** Switched by commands on the runner. */
export const powerByCommand = z.strictObject({
  type: z.literal('power-command'),
  on: commandWords,
  off: commandWords,
  /** Off, a pause and on when left out. */
  cycle: commandWords.optional(),
  /** Prints a line with `on` or `off`. Without it nobody can tell which it is. */
  status: commandWords.optional(),
});

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH']).default('GET'),
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  body: z.string().max(10_000).optional(),
});

/** A switched socket with a web interface. */
export const powerByHttp = z.strictObject({
  type: z.literal('pdu'),
  on: request,
  off: request,
  status: request.optional(),
  /** What the answer to `status` holds while the socket is on; read as a plain text, not as an expression. */
  on_when: word.default('on'),
  user: word.optional(),
  password: secretName.optional(),
});
