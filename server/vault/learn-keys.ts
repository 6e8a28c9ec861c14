import type { Pool } from 'pg';
import type { Redact } from '#server/artifacts/redaction.ts';
import { listen } from '#server/db/listen.ts';
import { sealedKeys } from '#server/store/model-keys.ts';
import { purposeOf } from './model-keys.ts';
import type { Vault } from './vault.ts';

/** Makes all stored keys that this host can open, and its master key, known to a redaction. */
export async function learnKeys(of: { pool: Pool; vault: Vault; redact: Redact }): Promise<void> {
  const { pool, vault, redact } = of;
  const opened = (await sealedKeys(pool)).flatMap(({ name, sealed }) => {
    const key = vault.open(sealed, purposeOf(name));
    return key.ok ? [key.text] : [];
  });
  redact.learn?.([...opened, vault.written() ?? '']);
}

/** Keeps a redaction in the picture while keys are set, until the signal aborts. */
export async function keepLearningKeys(
  databaseUrl: string,
  {
    signal,
    onTrouble,
    ...of
  }: {
    pool: Pool;
    vault: Vault;
    redact: Redact;
    signal: AbortSignal;
    onTrouble: (error: unknown) => void;
  },
): Promise<void> {
  const learn = () => void learnKeys(of).catch(onTrouble);
  await listen(databaseUrl, { channels: ['firmloop_keys'], onMessage: learn, onConnected: learn, signal });
}
