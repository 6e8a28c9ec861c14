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

/** Makes an earlier link useless: nobody needs it any more, and logs may still show it. */
export async function removeOwnerToken(home: Home): Promise<undefined> {
  await rm(homeAt(home.folder).ownerToken, { force: true });
}

/** The link that signs in the owner, once. */
export function enterUrl(url: string, token: string): string {
  return `${url}/enter?token=${token}`;
}
