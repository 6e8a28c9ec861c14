import { madeMasterKey, masterKeyOf, masterKeyVariable, type VaultPlace } from './master-key.ts';
import { type Opened, seal, unseal } from './seal.ts';

/** Seals secrets before they are stored, and opens them where they are used. */
export interface Vault {
  /** Makes the master key of the data folder where there is none yet. */
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): Opened;
  /** Whether this host has a master key. */
  hasKey(): boolean;
  /** The master key as it is written; null when there is none. For what must never be shown. */
  written(): string | null;
}

/** The vault of a host. The master key is looked for whenever it is needed: another process may have made it meanwhile. */
export function vaultAt(home: string, env: VaultPlace['env'] = process.env): Vault {
  const place = { home, env };
  return {
    seal: (text, purpose) => seal(madeMasterKey(place), text, purpose),
    open(sealed, purpose) {
      const masterKey = masterKeyOf(place);
      return masterKey === null ? { ok: false, reason: noKey } : unseal(masterKey, sealed, purpose);
    },
    hasKey: () => masterKeyOf(place) !== null,
    written: () => masterKeyOf(place)?.toString('hex') ?? null,
  };
}

const noKey = `there is no master key on this host: set ${masterKeyVariable} to that of the stack`;
