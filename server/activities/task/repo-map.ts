import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectSymbols } from '#lib/repair/syntax/symbols.ts';
import { parserOfC } from '#server/agents/search/parse-c.ts';
import type { Git } from '#server/workspace/git.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';

/** A file of the project and the functions that it defines or declares, where its language is known. */
export interface MappedFile {
  readonly path: string;
  readonly symbols: readonly string[];
}

const mostFiles = 2_000;
const mostParsed = 300;
const largestSource = 400_000;

/** The tracked files of the project with their symbols, by tree-sitter for C. */
export async function repoMap(git: Git, workspace: Workspace): Promise<MappedFile[]> {
  const listed = await workspaceGit(git, workspace)(['ls-files', '-z', '--', workspace.subdirectory || '.']);
  const prefix = workspace.subdirectory === '' ? '' : `${workspace.subdirectory}/`;
  const paths = zeroSeparated(listed.stdout).map((path) => path.slice(prefix.length));
  const parse = await parserOfC();
  const sources = new Set(paths.filter((path) => /\.[ch]$/.test(path)).slice(0, mostParsed));
  return await Promise.all(
    paths.slice(0, mostFiles).map(async (path) => {
      if (!sources.has(path)) return { path, symbols: [] };
      const text = await readFile(join(workspace.directory, path), 'utf8').catch(() => '');
      if (text.length > largestSource) return { path, symbols: [] };
      return { path, symbols: [...collectSymbols([parse(path, text)]).functions.keys()] };
    }),
  );
}
