import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Situation } from '#lib/agents/situation.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import type { OpenedTree } from '../workspace.ts';

type Excerpt = Situation['sources'][number];

/** A file of up to so many lines is shown whole. */
const wholeLines = 250;
/** Lines around a place in a longer one. */
const around = 25;
const mostFiles = 12;
const largestFile = 1024 * 1024;

/** Code around places, the first place's file first. A place without a line means the head of the file. */
export async function sourcesAround(
  { workspace }: OpenedTree,
  places: readonly { readonly path: string; readonly line: number | null }[],
): Promise<Excerpt[]> {
  const byFile = new Map<string, number[]>();
  for (const { path, line } of places) {
    const lines = byFile.get(path) ?? [];
    if (byFile.has(path) || byFile.size < mostFiles) byFile.set(path, line === null ? lines : [...lines, line]);
  }
  const excerpts: Excerpt[] = [];
  for (const [path, lines] of byFile) {
    const text = await textOf(workspace.directory, path);
    if (text !== null) excerpts.push(...excerptsOf(path, text.split('\n'), lines));
  }
  return excerpts;
}

async function textOf(folder: string, path: string): Promise<string | null> {
  const file = join(folder, path);
  const entry = await lstat(file).catch(() => null);
  if (entry === null || !entry.isFile() || entry.size > largestFile || pathInside(folder, file) === null) return null;
  return await readFile(file, 'utf8');
}

function excerptsOf(path: string, text: readonly string[], lines: readonly number[]): Excerpt[] {
  const windows = text.length <= wholeLines ? [{ from: 1, to: text.length }] : windowsAround(lines, text.length);
  return windows.map(({ from, to }) => ({ path, firstLine: from, text: text.slice(from - 1, to).join('\n') }));
}

/** Windows that touch become one. */
function windowsAround(lines: readonly number[], last: number): { from: number; to: number }[] {
  const wanted = lines.length === 0 ? [1] : lines.toSorted((a, b) => a - b);
  const windows: { from: number; to: number }[] = [];
  for (const line of wanted) {
    const next = { from: Math.max(1, line - around), to: Math.min(last, line + around) };
    const open = windows.at(-1);
    if (open !== undefined && next.from <= open.to + 1) open.to = next.to;
    else windows.push(next);
  }
  return windows;
}
