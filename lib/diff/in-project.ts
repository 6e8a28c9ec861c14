import { type FileDiff, pathsOf } from './parsed-diff.ts';

/** Whether every path of a diff begins with the project's folder, as in one that was made at the repository's root. */
export function mayBeFromRoot(files: readonly FileDiff[], folder: string): boolean {
  return files.flatMap(pathsOf).every((path) => isBelow(path, folder));
}

/**
 * The changes of a diff made at the repository's root as the project's folder sees them: `firmware/src/x.c` becomes
 * `src/x.c`. Null where they stay as they are, since the paths may be meant as they stand. `known` are the project's files,
 * by their paths from its folder.
 */
export function inProject(files: readonly FileDiff[], folder: string, known: ReadonlySet<string>): FileDiff[] | null {
  const isMeant = mayBeFromRoot(files, folder) && !files.flatMap(pathsOf).some((path) => known.has(path));
  if (!isMeant || (hasFolder(known, folder) && !tellsByItsFiles(files, folder, known))) return null;
  return files.map((file) => ({
    ...file,
    oldPath: file.oldPath === null ? null : withoutFolder(file.oldPath, folder),
    newPath: file.newPath === null ? null : withoutFolder(file.newPath, folder),
  }));
}

/** Why the paths of a patch may not be found, to follow what was found of them; empty where the folder has nothing to do with it. */
export function fromRootHint(paths: readonly string[], folder: string): string {
  return folder !== '' && paths.some((path) => isBelow(path, folder))
    ? `; paths count from the project's folder ${folder}, as \`git diff --relative\` in it writes them`
    : '';
}

/** Where the project has a folder of the same name, only files that exist can tell which one is meant: a new file fits both. */
function tellsByItsFiles(files: readonly FileDiff[], folder: string, known: ReadonlySet<string>): boolean {
  const changed = files.flatMap(({ oldPath }) => oldPath ?? []);
  return changed.length > 0 && changed.every((path) => known.has(withoutFolder(path, folder)));
}

function hasFolder(known: ReadonlySet<string>, folder: string): boolean {
  return [...known].some((path) => isBelow(path, folder));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function withoutFolder(path: string, folder: string): string {
  return path.slice(folder.length + 1);
}
