import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sameText } from './secret-text.ts';

/** Whether this is the token of the link that was printed last. It is good once: of two who come with it, one is let in. */
export async function takeOwnerToken(home: string, token: string): Promise<boolean> {
  const file = join(home, 'owner-token');
  const expected = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (expected === '' || !sameText(token, expected)) return false;
  return await unlink(file).then(
    () => true,
    () => false,
  );
}
