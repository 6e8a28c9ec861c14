import type { Pool } from 'pg';
import { keyVariable } from '#lib/config/sections/agents/shared.ts';
import { DomainError } from '#lib/errors.ts';
import { removeKey, type StoredKey, sealedKeys, storeKey } from '#server/store/model-keys.ts';
import type { Vault } from './vault.ts';

/** Shorter ones would be taken out of ordinary text, too. */
const shortestKey = 8;
const longestKey = 4_096;

/** A key as it is listed: without its value. */
export interface ListedKey extends StoredKey {
  /** Why it cannot be opened on this host; null when it can. */
  readonly trouble: string | null;
}

/** What a key is sealed for, so that it opens under no other name. */
export function purposeOf(name: string): string {
  return `model-key ${name}`;
}

/** Seals and stores a key under the name that project files call it by; one of that name is replaced. Throws BAD_INPUT. */
export async function setModelKey(
  pool: Pool,
  vault: Vault,
  key: { name: string; value: string; by: string },
): Promise<void> {
  const name = keyVariable.safeParse(key.name);
  if (!name.success)
    throw new DomainError('BAD_INPUT', `${key.name} is no name of a key.`, {
      next: 'It is named as in the project file, such as OPENAI_API_KEY or FIRMLOOP_AGENT_KEY.',
    });
  const value = key.value.trim();
  if (value.length < shortestKey || value.length > longestKey || /[\p{Cc}\s]/u.test(value))
    throw new DomainError(
      'BAD_INPUT',
      `The key ${key.name} must be one word of ${shortestKey} to ${longestKey} characters.`,
    );
  await storeKey(pool, { name: name.data, sealed: vault.seal(value, purposeOf(name.data)), by: key.by });
}

/** Every stored key without its value, and whether this host can open it. */
export async function listModelKeys(pool: Pool, vault: Vault): Promise<ListedKey[]> {
  const rows = await sealedKeys(pool);
  return rows.map(({ sealed, ...key }) => {
    const opened = vault.open(sealed, purposeOf(key.name));
    return { ...key, trouble: opened.ok ? null : opened.reason };
  });
}

/** Removes a key. Throws NOT_FOUND. */
export async function removeModelKey(pool: Pool, name: string): Promise<void> {
  if (!(await removeKey(pool, name))) throw new DomainError('NOT_FOUND', `No key ${name} is stored.`);
}
