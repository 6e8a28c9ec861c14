import { lstat, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseDiff } from '#lib/diff/parse-diff.ts';
import { checkScope } from '#lib/policy/check-scope.ts';
import { type Mined, mine } from '#lib/repair/mutate/mine.ts';
import { everyNode, fieldOf, type SourceUnit, textOf } from '#lib/repair/syntax/node.ts';
import { collectSymbols, type Symbols } from '#lib/repair/syntax/symbols.ts';
import { fromDirectory, workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import type { AgentTask } from '../agent.ts';
import { parserOfC } from './parse-c.ts';
import { searchTunables } from './tunables.ts';

/** The C code of a project. */
export interface Sources {
  readonly units: ReadonlyMap<string, SourceUnit>;
  readonly symbols: Symbols;
  /** Files that the policy lets a patch change. */
  readonly editable: readonly SourceUnit[];
  readonly mined: (unit: SourceUnit) => Mined;
}

/** Reads all C files that git knows in the project's folder. */
export async function readSources(task: AgentTask): Promise<Sources> {
  const { git, workspace, bench } = task;
  const parse = await parserOfC();
  const listed = await workspaceGit(git, workspace)(['ls-files', '-z', '--cached']);
  const paths = zeroSeparated(listed.stdout)
    .flatMap((path) => fromDirectory(workspace, path) ?? [])
    .filter((path) => /\.[ch]$/.test(path))
    .slice(0, searchTunables.sourceFiles);
  const units = new Map<string, SourceUnit>();
  for (const path of paths) {
    const file = join(workspace.directory, path);
    const size = await lstat(file).then(
      (entry) => (entry.isFile() ? entry.size : Number.POSITIVE_INFINITY),
      () => Number.POSITIVE_INFINITY,
    );
    if (size <= searchTunables.sourceBytes) units.set(path, parse(path, await readFile(file, 'utf8')));
  }
  const all = [...units.values()];
  const symbols = collectSymbols(all);
  const lengths = [...symbols.records.values()].flat().flatMap(({ size }) => size ?? []);
  return {
    units,
    symbols,
    editable: all.filter(({ path }) => path.endsWith('.c') && mayEdit(path, bench.project.policy)),
    mined(unit) {
      const visible = visibleIn(unit, units, symbols);
      return mine(
        unit,
        lengths.filter((length) => visible.has(length)),
        visible,
      );
    },
  };
}

/** Whether the policy lets a patch change the file. */
export function mayEdit(path: string, policy: Parameters<typeof checkScope>[1]): boolean {
  const header = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
  return checkScope(parseDiff(header).files, policy).every(({ severity }) => severity !== 'refuse');
}

/** Names of the file itself and of the headers that it includes, directly or through others. */
function visibleIn(unit: SourceUnit, units: ReadonlyMap<string, SourceUnit>, symbols: Symbols): Set<string> {
  const reached = new Set<string>();
  const waiting = [unit.path];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const here = units.get(path);
    if (here !== undefined) waiting.push(...includesOf(here, units));
  }
  const visible = new Set([...symbols.homes].filter(([, home]) => reached.has(home)).map(([name]) => name));
  const used = new Set(
    [...everyNode(unit.root)].filter(({ kind }) => kind === 'identifier').map((node) => textOf(unit, node)),
  );
  for (const constant of symbols.enumOf.keys()) if (used.has(constant)) visible.add(constant);
  return visible;
}

function includesOf(unit: SourceUnit, units: ReadonlyMap<string, SourceUnit>): string[] {
  return [...everyNode(unit.root)]
    .filter(({ kind }) => kind === 'preproc_include')
    .flatMap((node) => fieldOf(node, 'path') ?? [])
    .flatMap((node) => {
      const written = textOf(unit, node).replace(/^["<]|[">]$/g, '');
      const beside = posix.join(posix.dirname(unit.path), written);
      return [...units.keys()].filter((path) => path === beside || path === written || path.endsWith(`/${written}`));
    });
}
