import type { Pool } from 'pg';
import { type ArtifactStore, createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createRedaction, secretsOf } from '#server/artifacts/redaction.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma, type PrismaClient } from '#server/db/prisma.ts';
import type { Engine } from '#server/engine/engine.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { keepLearningKeys } from '#server/vault/learn-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { createHub, type Hub } from './hub.ts';

/** What the web process shares between requests. */
export interface Services {
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly engine: Engine;
  readonly artifacts: ArtifactStore;
  readonly hub: Hub;
  /** Data folder of this host. */
  readonly home: string;
}

/** Next bundles a module several times over, so what must exist once per process hangs on the process. */
const shared = globalThis as typeof globalThis & { firmloopServices?: Services };

export function services(): Services {
  shared.firmloopServices ??= open();
  return shared.firmloopServices;
}

function open(): Services {
  const databaseUrl = process.env.DATABASE_URL;
  const home = process.env.FIRMLOOP_HOME;
  if (!databaseUrl || !home)
    throw new Error('DATABASE_URL and FIRMLOOP_HOME must be set: start the web server with `npm start`');
  const pool = openPool(databaseUrl, { max: 8, name: 'firmloop-web' });
  const redact = createRedaction(secretsOf(process.env));
  void keepLearningKeys(databaseUrl, {
    pool,
    vault: vaultAt(home),
    redact,
    signal: new AbortController().signal,
    onTrouble: (error) => process.emitWarning(`stored keys could not be read: ${String(error)}`),
  });
  return {
    pool,
    prisma: openPrisma(databaseUrl, 6),
    engine: installedEngine(pool),
    artifacts: createArtifactStore(pool, redact),
    hub: createHub(databaseUrl, new AbortController().signal),
    home,
  };
}
