import type { Pool } from 'pg';
import { insertToken, type NewToken } from '#server/store/people/tokens.ts';
import { hashOf, newSecret } from './secret-text.ts';

/** Marks our tokens, so that scanners of repositories find one that was committed by mistake. */
const tokenPrefix = 'flt_';

/** Makes a token for a person. Its text is answered this once: only its hash is kept. */
export async function makeToken(
  pool: Pool,
  token: Omit<NewToken, 'hash'>,
): Promise<{ id: string; expiresAt: Date; secret: string }> {
  const secret = `${tokenPrefix}${newSecret()}`;
  return { ...(await insertToken(pool, { ...token, hash: hashOf(secret) })), secret };
}
