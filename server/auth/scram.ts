import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const rounds = 4_096;

/**
 * What Postgres keeps of a password (RFC 5802, as in pg_authid). Made here, the password itself never travels to the server
 * in a statement, which a server may write into its log.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyOf = (word: string) => createHmac('sha256', salted).update(word).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}
