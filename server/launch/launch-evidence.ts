import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { LaunchLog } from '#lib/launch/logs.ts';
import { createRedaction, secretsOf } from '#server/artifacts/redaction.ts';
import { fileLogs, storeBlob } from '#server/store/blobs.ts';
import { learnKeys } from '#server/vault/learn-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';

/** A log as a run knows it. */
export interface KeptLog {
  readonly name: string;
  readonly hash: string;
}

/**
 * Stores the logs of a launch, known secrets blanked out, before there is a run: its input names them by their hash. `home` is
 * the data folder of this host, whose vault opens stored keys.
 */
export async function keepEvidence(pool: Pool, logs: readonly LaunchLog[], home?: string): Promise<KeptLog[]> {
  const redact = createRedaction(secretsOf(process.env));
  if (logs.length > 0 && home !== undefined) await learnKeys({ pool, vault: vaultAt(home), redact });
  const kept: KeptLog[] = [];
  for (const { name, text } of logs) {
    const bytes = Buffer.from(redact(text), 'utf8');
    const hash = createHash('sha256').update(bytes).digest('hex');
    await storeBlob(pool, { hash, mediaType: 'text/plain; charset=utf-8', bytes });
    kept.push({ name: ownName(name, kept), hash });
  }
  return kept;
}

/** Files the logs with the run that they came with. */
export async function fileEvidence(pool: Pool, runId: string, logs: readonly KeptLog[]): Promise<void> {
  if (logs.length > 0) await fileLogs(pool, runId, logs);
}

/** Two logs of one name are told apart. */
function ownName(name: string, others: readonly KeptLog[]): string {
  const wished = `launch/${name}`;
  const same = others.filter((other) => other.name === wished || other.name.startsWith(`${wished} (`)).length;
  return same === 0 ? wished : `${wished} (${same + 1})`;
}
