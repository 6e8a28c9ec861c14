import { randomUUID } from 'node:crypto';
import type { Bench } from '../driver.ts';

/** A bench in a folder, with these secrets. */
export function benchIn(folder: string, secrets: Readonly<Record<string, string>> = {}): Bench {
  return {
    board: { name: 'trial', serial: '000683759358' },
    folder,
    marker: `trial/${randomUUID()}`,
    secret: async (name) => secrets[name] ?? null,
  };
}
