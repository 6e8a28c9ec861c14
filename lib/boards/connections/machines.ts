import { z } from 'zod';
import { argument, host, port, secretName, word } from './parts.ts';

/** A machine that is reached by SSH. One of `key` and `password` lets us in. */
export const ssh = z
  .strictObject({
    type: z.literal('ssh'),
    host,
    port: port.default(22),
    user: word,
    key: secretName.optional(),
    password: secretName.optional(),
    /** `SHA256:…` as `ssh-keygen -l` prints it. Another machine at the address is refused. */
    host_key: z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be the fingerprint that `ssh-keygen -l` prints: SHA256:…'),
    shell: z.enum(['posix', 'powershell']).default('posix'),
  })
  .refine(({ key, password }) => (key === undefined) !== (password === undefined), {
    error: 'must name either a `key` or a `password`',
  });

/** An emulated board: power, console and flash of QEMU, on the runner itself. */
export const qemu = z.strictObject({
  type: z.literal('qemu'),
  program: z
    .string()
    .regex(/^qemu-system-[\w-]+$/, 'must be a system emulator: qemu-system-arm, qemu-system-riscv32, …')
    .default('qemu-system-arm'),
  machine: argument,
  cpu: argument.optional(),
  load: z.enum(['kernel', 'bios', 'loader']).default('kernel'),
  /** Further words, such as `-icount shift=6`. */
  args: z.array(word).max(50).default([]),
  console: z.enum(['serial', 'semihosting']).default('serial'),
});
