import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Git } from '#server/workspace/git.ts';

/** A git diff that turns one text of a file into another. */
export async function diffOf(git: Git, path: string, before: string, after: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'firmloop-diff-'));
  try {
    for (const [side, text] of [
      ['a', before],
      ['b', after],
    ] as const) {
      const file = join(folder, side, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    // Git exits with 1 when the two differ, which they do.
    const { stdout } = await git(['diff', '--no-index', '--no-prefix', `a/${path}`, `b/${path}`], { cwd: folder });
    return Buffer.from(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
