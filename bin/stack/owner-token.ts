import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { type Home, homeAt } from './home.ts';

/** Writes a new sign-in token to the home, readable by its owner only; the web server exchanges it once for a cookie. */
export async function writeOwnerToken(home: Home): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const { ownerToken } = homeAt(home.folder);
  await rm(ownerToken, { force: true });
  await writeFile(ownerToken, `${token}\n`, { mode: 0o600 });
  return token;
}
