import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { insertRunnerIdentity } from '#server/store/people/runner-identities.ts';
import { scramVerifier } from './scram.ts';
import { newSecret } from './secret-text.ts';

export interface RunnerIdentityWish {
  readonly name: string;
  /** Null for a runner that is bound to no site. */
  readonly site: string | null;
  readonly days: number;
  readonly by: string;
}

/** Makes a runner's own identity. The address that it starts with is answered this once: its password is kept nowhere. */
export async function makeRunnerIdentity(
  pool: Pool,
  { databaseUrl, ...wish }: RunnerIdentityWish & { readonly databaseUrl: string },
): Promise<{ id: string; expiresAt: Date; databaseUrl: string }> {
  const dbRole = `firmloop_runner_${randomBytes(6).toString('hex')}`;
  const password = newSecret();
  const made = await insertRunnerIdentity(pool, { ...wish, dbRole, verifier: scramVerifier(password) });
  const url = new URL(databaseUrl);
  url.username = dbRole;
  url.password = password;
  return { ...made, databaseUrl: url.href };
}
