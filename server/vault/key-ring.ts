import type { Pool } from 'pg';
import type { Redact } from '#server/artifacts/redaction.ts';
import { sealedKey } from '#server/store/model-keys.ts';
import { purposeOf } from './model-keys.ts';
import type { Vault } from './vault.ts';

export type FoundKey = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string };

/** The keys that agents work with, by the names that project files call them by. */
export interface KeyRing {
  keyOf(name: string): Promise<FoundKey>;
}

/**
 * Keys of the runner's environment, else those that are stored sealed. A key is known to the redaction before it is handed out,
 * so that nothing that an agent says with it is kept.
 */
export function keyRing(of: {
  pool: Pool;
  vault: Vault;
  redact: Redact;
  env?: Readonly<Record<string, string | undefined>>;
}): KeyRing {
  const { pool, vault, redact, env = process.env } = of;
  return {
    async keyOf(name) {
      const set = env[name];
      if (set !== undefined && set !== '') return { ok: true, value: set };
      const sealed = await sealedKey(pool, name);
      if (sealed === null) return { ok: false, reason: `${name} is not set: ${where(name)}` };
      const opened = vault.open(sealed, purposeOf(name));
      if (!opened.ok) return { ok: false, reason: `${name} cannot be opened: ${opened.reason}` };
      redact.learn?.([opened.text]);
      return { ok: true, value: opened.text };
    },
  };
}

function where(name: string): string {
  return `neither in the environment of the runner nor by \`firmloop keys set ${name}\``;
}
