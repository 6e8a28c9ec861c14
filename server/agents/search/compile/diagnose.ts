import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CompilerMessage, readCompilerText, readGccJson } from '#lib/repair/compile/diagnostic.ts';
import type { AgentTask } from '../../agent.ts';
import type { Tree } from '../bench.ts';
import { type Built, build } from '../build.ts';
import { compilerNames, writeWrappers } from '../wrappers.ts';

/** A build with everything that its compilers say. */
export interface DiagnosedBuild {
  readonly built: Built;
  readonly messages: readonly CompilerMessage[];
}

const folderName = '.firmloop-diagnose';

/**
 * Builds with compilers that tell their messages as data, each into a file of its own, so that compilers that run side by side
 * do not mix: gcc as JSON, and what takes no such option (clang, a gcc to come) as text with its edits in lines of their own.
 * A compiler that the build does not find by name is read as people read it.
 */
export async function diagnose(task: AgentTask, tree: Tree): Promise<DiagnosedBuild> {
  const folder = join(tree.root, folderName);
  const said = join(folder, 'said');
  // Away with it as a whole: an earlier build may have put a link in its place.
  await rm(folder, { recursive: true, force: true });
  await mkdir(said, { recursive: true });
  const bin = join(folder, 'bin');
  await writeWrappers(bin, {
    names: [...compilerNames, ...crossCompilers(task)],
    link: null,
    says: { into: said, formats: ['-fdiagnostics-format=json', '-fdiagnostics-parseable-fixits'] },
  });
  const built = await build(task, tree, { env: { PATH: `${bin}:${process.env.PATH ?? ''}` } });
  const files = (await readdir(said, { withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map(({ name }) => readFile(join(said, name), 'utf8')));
  const messages = texts.flatMap((text) => [...readGccJson(text), ...readCompilerText(text)]);
  return { built, messages: messages.length > 0 ? messages : readCompilerText(built.output) };
}

function crossCompilers({ bench }: AgentTask): string[] {
  return bench.project.build.requires
    .map((program) => basename(program))
    .filter((name) => /-(?:gcc|g\+\+|cc)$/.test(name));
}
