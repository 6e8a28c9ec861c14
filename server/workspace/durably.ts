import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that is whole or not there, and on disk when this returns. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
