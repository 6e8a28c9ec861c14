import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import type { SearchTask } from '#server/agents/search/ideas.ts';

const run = promisify(execFile);

/** Candidates a second of as many shell loops as there are cores: each lays a changed file over the code, makes and tests. */
export async function shellRate({ workspace, bench }: SearchTask, candidates: readonly Candidate[]): Promise<number> {
  const loops = availableParallelism();
  const folders = Array.from({ length: loops }, (_, at) => join(bench.home, `shell-${at}`));
  for (const [at, folder] of folders.entries()) {
    await cp(workspace.root, join(folder, 'tree'), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
    const own = candidates.filter((_, index) => index % loops === at);
    for (const [index, { path, edits }] of own.entries()) {
      const original = await readFile(join(workspace.directory, path), 'utf8');
      await lay(join(folder, 'change', String(index), path), applyEdits(original, edits));
      await lay(join(folder, 'undo', String(index), path), original);
    }
    await writeFile(join(folder, 'count'), String(own.length));
  }
  const begun = performance.now();
  await Promise.all(folders.map((folder) => run('sh', ['-c', loop], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })));
  return candidates.length / ((performance.now() - begun) / 1000);
}

const loop = `for at in $(seq 0 $(($(cat count) - 1))); do
  cp -r change/$at/. tree && (cd tree && make && ./build/run-tests) > said 2>&1
  cp -r undo/$at/. tree
done`;

async function lay(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
