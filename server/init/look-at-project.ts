import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ProjectFacts } from '#lib/init/facts.ts';
import { createGit } from '#server/workspace/git.ts';
import { zeroSeparated } from '#server/workspace/workspace-git.ts';

/** Larger texts are generated, and more files than these are not needed to see what a project is. */
const limits = { files: 20_000, textBytes: 512 * 1024, buildFiles: 100, sources: 500 } as const;

const buildFile = /(?:^|\/)(?:(?:GNUm|[Mm])akefile|CMakeLists\.txt|meson\.build|platformio\.ini)$/;
/** What build files include. */
const included = /\.cmake$|\.mk$|(?:^|\/)[Mm]akefile\.(?!am$|in$)[\w-]+$/;
/** Examples and vendored code describe other programs. */
const aside = /(?:^|\/)(?:examples?|third[_-]?party|vendor|external|extras|node_modules|docs?)\//i;
const source = /\.(?:c|cc|cpp|cxx|h|hpp)$/;
const include = /^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm;

/** Reads what `planProject` needs to know of a folder. Nothing is run and nothing written. */
export async function lookAtProject(folder: string): Promise<ProjectFacts> {
  const files = await filesOf(folder);
  const own = files.filter((path) => !aside.test(path));
  const [buildFiles, includes] = await Promise.all([
    textsOf(folder, buildFilesOf(own).slice(0, limits.buildFiles)),
    includesOf(folder, likelyTestsFirst(own.filter((path) => source.test(path))).slice(0, limits.sources)),
  ]);
  return { name: basename(folder), files, buildFiles, includes };
}

/** What git knows or would take in; in a folder that is not under git everything but hidden folders. */
export async function filesOf(folder: string): Promise<string[]> {
  const listed = await createGit()(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: folder });
  if (listed.ok) return [...new Set(zeroSeparated(listed.stdout))].slice(0, limits.files);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(?:^|\/)\./.test(path))
    .slice(0, limits.files);
}

function buildFilesOf(paths: readonly string[]): string[] {
  return [buildFile, included].flatMap((kind) => paths.filter((path) => kind.test(path)));
}

async function includesOf(folder: string, sources: readonly string[]): Promise<ReadonlySet<string>> {
  const texts = await textsOf(folder, sources);
  return new Set(Object.values(texts).flatMap((text) => [...text.matchAll(include)].map(([, header = '']) => header)));
}

async function textsOf(folder: string, paths: readonly string[]): Promise<Record<string, string>> {
  const read = await Promise.all(paths.map(async (path) => [path, await textOf(join(folder, path))] as const));
  return Object.fromEntries(read.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

/** Null for what is no file any more, or too large to be written by hand. */
async function textOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() && found.size <= limits.textBytes ? await readFile(path, 'utf8') : null;
}

function likelyTestsFirst(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => Number(/test/i.test(b)) - Number(/test/i.test(a)));
}
