import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { activeContextFile, handEditsIn } from '#lib/prd/active-context.ts';
import { writeDurably } from '#server/workspace/durably.ts';
import type { Workspace } from '#server/workspace/workspace.ts';

/**
 * Writes `active_context.md` and gives what a hand has changed in it since it was written last. What was written is
 * remembered outside of the tree, where nobody edits by accident.
 */
export async function writeContextFile(workspace: Workspace, text: string): Promise<string[]> {
  const file = join(workspace.directory, activeContextFile);
  const edits = await handEdits(workspace);
  // A link is replaced and never followed: it may lead anywhere.
  if ((await lstat(file).catch(() => null))?.isFile() === false) await rm(file, { recursive: true });
  await writeFile(file, text);
  await mkdir(workspace.folder, { recursive: true });
  await writeDurably(memoryOf(workspace), text);
  return edits;
}

/** What a hand has changed since the file was written last; nothing where it was never written. */
export async function handEdits(workspace: Workspace): Promise<string[]> {
  const written = await readFile(memoryOf(workspace), 'utf8').catch(() => null);
  return written === null ? [] : handEditsIn(written, await plainText(join(workspace.directory, activeContextFile)));
}

/** After git has put the tree back, what stands there is git's and no hand's. */
export async function forgetContext(workspace: Workspace): Promise<void> {
  await rm(memoryOf(workspace), { force: true });
}

async function plainText(file: string): Promise<string | null> {
  const entry = await lstat(file).catch(() => null);
  if (entry === null) return null;
  return entry.isFile() ? await readFile(file, 'utf8').catch(() => '') : '';
}

function memoryOf({ folder }: Workspace): string {
  return join(folder, activeContextFile);
}
