import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from '#lib/format/count.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import type { TaskTree } from '../facts.ts';
import type { Used } from '../use-tool.ts';

/** Writes a file whole; one that is there keeps its permission bits, a link is replaced and never followed. */
export async function writeFileTool(
  { path, content }: { readonly path: string; readonly content: string },
  { workspace }: TaskTree,
): Promise<Used> {
  const file = join(workspace.directory, path);
  const denied = await whyDenied(workspace, file, path);
  if (denied !== null) return denied;
  try {
    const was = await lstat(file).catch(() => null);
    if (was !== null && !was.isFile() && !was.isSymbolicLink()) return { code: 'E_IO', summary: `${path} is no file` };
    if (was?.isSymbolicLink() === true) await rm(file);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return {
      code: null,
      summary: `${was === null ? 'wrote' : 'rewrote'} ${path}, ${counted(content.length, 'character')}`,
    };
  } catch (error) {
    return { code: 'E_IO', summary: `${path} could not be written: ${codeOf(error)}` };
  }
}

/** Removes a file or a link; a folder is no file. */
export async function deleteFileTool({ path }: { readonly path: string }, { workspace }: TaskTree): Promise<Used> {
  const file = join(workspace.directory, path);
  const denied = await whyDenied(workspace, file, path);
  if (denied !== null) return denied;
  const was = await lstat(file).catch(() => null);
  if (was === null) return { code: 'E_IO', summary: `${path} is not there` };
  if (was.isDirectory()) return { code: 'E_INVALID_ARGS', summary: `${path} is a folder` };
  await rm(file);
  return { code: null, summary: `deleted ${path}` };
}

/** The nearest folder that is there must lie in the tree: a link in the middle of a path leads anywhere. */
async function whyDenied({ root }: TaskTree['workspace'], file: string, path: string): Promise<Used | null> {
  let folder = dirname(file);
  while (folder !== root && folder.startsWith(root) && (await lstat(folder).catch(() => null)) === null)
    folder = dirname(folder);
  const isInside = folder === root || pathInside(root, folder) !== null;
  return isInside ? null : { code: 'E_POLICY_DENIED', summary: `${path} leads out of the project` };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
