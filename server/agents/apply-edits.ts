import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { type FileEdit, replaceOnce, withLineEnds } from '#lib/agents/edits.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import type { AgentTree } from './task-agent.ts';

/** Largest file that is edited, in bytes; what an agent writes is bounded by the same. */
const largestFile = 5 * 1024 * 1024;

/** Makes edits in a tree: all of them, or none and the reason. */
export async function applyEdits(
  tree: AgentTree,
  edits: readonly FileEdit[],
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  const texts = new Map<string, string | null>();
  for (const edit of edits) {
    const path = pathOf(edit.file);
    if (path === null) return { ok: false, reason: `${edit.file}: is not a path inside the project` };
    const before = texts.has(path) ? (texts.get(path) ?? null) : await textIn(tree, path);
    if (typeof before === 'object' && before !== null) return { ok: false, reason: `${path}: ${before.refused}` };
    const edited = editedText(edit, before);
    if (!edited.ok) return edited;
    texts.set(path, edited.text);
  }
  for (const [path, text] of texts) await write(join(tree.directory, path), text);
  return { ok: true };
}

function pathOf(written: string): string | null {
  const path = posix.normalize(written.replaceAll('\\', '/'));
  const leaves = path.startsWith('/') || path.startsWith('../') || path === '..' || path === '.' || path.includes('\0');
  return leaves || path.split('/').includes('.git') ? null : path;
}

function editedText(
  edit: FileEdit,
  before: string | null,
): { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly reason: string } {
  if ('delete' in edit)
    return before === null ? { ok: false, reason: `${edit.file}: is not there` } : { ok: true, text: null };
  if ('content' in edit) return { ok: true, text: withLineEnds(edit.content, before?.includes('\r\n') ?? false) };
  return before === null ? { ok: false, reason: `${edit.file}: is not there` } : replaceOnce(before, edit);
}

/** The text of a file; null when there is none; a refusal when it is none that an edit may touch. */
async function textIn(tree: AgentTree, path: string): Promise<string | null | { refused: string }> {
  const file = join(tree.directory, path);
  const entry = await lstat(file).catch(() => null);
  if (entry === null) return (await leadsOut(tree, dirname(file))) ? { refused: 'leads out of the project' } : null;
  if (!entry.isFile() || pathInside(tree.root, file) === null) return { refused: 'is no plain file' };
  if (entry.size > largestFile) return { refused: `has ${entry.size} bytes, more than an edit may touch` };
  return await readFile(file, 'latin1').then((text) => decoded(text));
}

/** Sources that are not UTF-8 keep their bytes: they are read and written as Latin-1. */
function decoded(latin1: string): string | { refused: string } {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : { refused: 'is not UTF-8' };
}

async function leadsOut(tree: AgentTree, folder: string): Promise<boolean> {
  if (folder === tree.root || folder === tree.directory) return false;
  const exists = await lstat(folder).catch(() => null);
  return exists === null ? await leadsOut(tree, dirname(folder)) : pathInside(tree.root, folder) === null;
}

async function write(file: string, text: string | null): Promise<void> {
  await rm(file, { force: true });
  if (text === null) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: 'wx' });
}
