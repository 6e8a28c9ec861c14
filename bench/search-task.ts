import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { firmwareLoopSchema } from '#lib/config/firmware-loop.ts';
import type { SearchTask } from '#server/agents/search/ideas.ts';
import { createGit } from '#server/workspace/git.ts';
import { openWorkspace } from '#server/workspace/open-workspace.ts';
import { writeLibrary } from './search-library.ts';

const run = promisify(execFile);

/** A search in a built workspace of the library, as a runner would start it. */
export async function librarySearch(folder: string): Promise<SearchTask> {
  const repository = join(folder, 'library');
  await mkdir(repository, { recursive: true });
  await writeLibrary(repository);
  const user = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  const commit = `git init -q && git add -A && git ${user.join(' ')} commit -q -m library`;
  await run('sh', ['-c', commit], { cwd: repository });
  const head = await run('git', ['rev-parse', 'HEAD'], { cwd: repository });
  const git = createGit();
  const home = join(folder, 'home');
  const baseCommit = head.stdout.trim();
  const opened = await openWorkspace(git, { home, runId: 'bench', repository, baseCommit, subdirectory: '' });
  if (!opened.ok) throw new Error(opened.reason);
  const { workspace } = opened;
  await run('make', ['-j2'], { cwd: workspace.directory });
  return {
    config: { use: 'search', max_candidates: 400, timeout: 120_000 },
    git,
    workspace,
    iteration: 1,
    intent: 'fix',
    constraint: 'none',
    proposed: [],
    gain: async () => null,
    messages: [],
    bench: {
      project: firmwareLoopSchema.parse(parse(await readFile(join(repository, 'firmloop.yaml'), 'utf8'))),
      environment: 'host',
      activityId: 'bench',
      home,
      watchdog: unwatched,
      record: async () => undefined,
      knowledge: { read: async () => [], add: async () => undefined },
    },
    signal: new AbortController().signal,
    log: { write: () => undefined, say: () => undefined, close: async () => [] },
  };
}

/** Nothing here outlives the measurement: its commands have limits of their own. */
const unwatched: SearchTask['bench']['watchdog'] = {
  pid: () => undefined,
  register: () => undefined,
  unregister: () => undefined,
  hasKilled: () => false,
  renew: () => undefined,
  stop: async () => undefined,
};
