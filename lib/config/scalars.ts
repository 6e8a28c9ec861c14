import { z } from 'zod';
import { toBytes, toMilliseconds } from './units.ts';

/** A length of time, read into milliseconds. A bare number means seconds. */
export const duration = z
  .union([z.number(), z.string()], { error: 'must be a duration' })
  .transform((written, context) => {
    const read = toMilliseconds(written);
    if (read !== null) return read;
    context.addIssue({
      code: 'custom',
      message: 'must be a duration above zero: 500ms, 90s, 10m or 1h30m (a bare number means seconds)',
    });
    return z.NEVER;
  })
  .meta({ examples: ['90s', '10m', '1h30m'] });

/** An amount of data, read into bytes. A bare number means bytes. */
export const size = z
  .union([z.number(), z.string()], { error: 'must be a size' })
  .transform((written, context) => {
    const read = toBytes(written);
    if (read !== null) return read;
    context.addIssue({
      code: 'custom',
      message: 'must be a size above zero: 512kB, 10MB or 1GiB (a bare number means bytes)',
    });
    return z.NEVER;
  })
  .meta({ examples: ['512kB', '10MB'] });

/** A line for the shell, or the words of a command that runs without one. */
export const command = z
  .union([z.string().min(1, 'must not be empty'), z.array(z.string()).min(1, 'must name a program')], {
    error: 'must be a command: a line for the shell, or a list of words that runs without one',
  })
  .meta({ examples: ['make -j2', ['make', '-j2']] });
export type Command = z.output<typeof command>;

/** A path inside the repository, with forward slashes. */
export const path = z
  .string()
  .min(1, 'must not be empty')
  .refine(staysInside, 'must be a path inside the repository, without `..` and without a leading slash');

/** A pattern over paths of the repository: `*` within a folder, `**` across folders. */
export const glob = path.meta({ examples: ['src/**', 'build/*.elf'] });

/** The name of something that the file itself defines; it appears in addresses and on the command line. */
export const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be a name of up to 64 letters, digits, dots, dashes and underscores',
  )
  .meta({ examples: ['host', 'nightly-board'] });

/** Environment variables; numbers and booleans are taken as they are written. */
export const variables = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable'),
    z
      .union([z.string(), z.number(), z.boolean()], { error: 'must be a text, a number or true/false' })
      .transform(String),
  )
  .meta({ examples: [{ CROSS_COMPILE: 'arm-none-eabi-' }] });

function staysInside(written: string): boolean {
  return !/^[/\\]|^[A-Za-z]:|\0/.test(written) && !written.split('/').includes('..');
}
