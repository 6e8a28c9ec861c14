import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '#lib/errors.ts';

/** The variable that holds the master key, in place of the file of the data folder. */
export const masterKeyVariable = 'FIRMLOOP_MASTER_KEY';

/** Its length in bytes, as AES-256 wants it. */
export const masterKeyBytes = 32;

/** Where the master key of this host is looked for. */
export interface VaultPlace {
  /** Data folder of this host. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The master key of this host; null when there is none. Throws a DomainError for one that is damaged or that others may read. */
export function masterKeyOf({ home, env }: VaultPlace): Buffer | null {
  const written = env[masterKeyVariable];
  if (written !== undefined && written !== '') return decoded(written, masterKeyVariable);
  const file = fileOf(home);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return null;
  if ((mode & 0o077) !== 0) {
    throw new DomainError('UNAVAILABLE', `Others may read the master key ${file}.`, {
      next: `Take that from them with “chmod 600 ${file}”; if somebody may have read it, set every key anew.`,
    });
  }
  return decoded(readFileSync(file, 'utf8').trim(), file);
}

/** The master key of this host, made in its data folder, readable by its owner only, where there is none. */
export function madeMasterKey(place: VaultPlace): Buffer {
  const known = masterKeyOf(place);
  if (known !== null) return known;
  const file = fileOf(place.home);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(masterKeyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Whole or not at all, and never in place of one that another process has made meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  const made = masterKeyOf(place);
  if (made === null) throw new Error(`${file} vanished after it was made`);
  return made;
}

function fileOf(home: string): string {
  return join(home, 'master-key');
}

function decoded(text: string, where: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  throw new DomainError('UNAVAILABLE', `The master key in ${where} is not ${masterKeyBytes} bytes in hexadecimal.`, {
    next: 'It must be the one that the secrets were sealed with; for a new stack “openssl rand -hex 32” makes one.',
  });
}
