import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ideasFor, type SearchTask } from '#server/agents/search/ideas.ts';
import { prepare } from '#server/agents/search/prepare.ts';
import { withTrees } from '#server/agents/search/trees.ts';
import { trialsFor } from '#server/agents/search/trials-for.ts';
import { type Tries, tryCandidates } from '#server/agents/search/try-candidates.ts';
import { atLeast, atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { modules, tests } from './search-library.ts';
import { shellRate } from './search-shell.ts';
import { librarySearch } from './search-task.ts';

const tried = { together: 240, alone: 60 };

export const search: Bench = {
  does: `localisation and trying in a library of ${modules} modules with ${tests} tests, against a shell loop with the same builds`,
  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'firmloop-bench-'));
    try {
      const task = await librarySearch(folder);
      return await withTrees(task, async (trees) => {
        const begun = performance.now();
        const failing = await prepare(task, trees);
        const seconds = (performance.now() - begun) / 1000;
        if (failing.state !== 'fails') throw new Error(`the library ${failing.state}`);
        say(`localised in ${seconds.toFixed(1)} s, by ${failing.suspicion.by}`);
        const candidates = await ideasFor(task, failing);
        const trying = async (isShared: boolean) => {
          const trials = await trialsFor(task, trees, failing, { isShared });
          return await measured(task, isShared ? tried.together : tried.alone, (budget) =>
            tryCandidates(trials, candidates, budget, [], { onTried: () => undefined, keep: trees.keep }),
          );
        };
        const together = await trying(true);
        const alone = await trying(false);
        const shell = await shellRate(task, candidates.slice(0, tried.alone));
        say(
          `candidates a second: ${together.rate.toFixed(1)} built together, ${alone.rate.toFixed(1)} alone, ${shell.toFixed(1)} in a shell`,
        );
        return [
          atMost(`localisation of ${modules * 100} lines, ${tests} tests`, seconds, 10, 's', 1),
          ...figuresOf({ together, alone, shell }),
        ];
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Measured {
  /** Candidates a second. */
  readonly rate: number;
  /** The share of all cores that was not idle, from 0 to 1; whoever used them. */
  readonly busy: number;
}

function figuresOf({ together, alone, shell }: { together: Measured; alone: Measured; shell: number }): Figure[] {
  const isQuiet = loadavg()[1] ?? 0;
  return [
    atLeast('candidates a second against a shell loop', together.rate / shell, 0.9, '×'),
    plainFigure('the same with a build for each', `${(alone.rate / shell).toFixed(2)} ×`),
    atLeast('cores busy while trying', together.busy * 100, 85, '%', 0),
    plainFigure('the same with a build for each', `${(alone.busy * 100).toFixed(0)} %`),
    plainFigure('load over five minutes', `${isQuiet.toFixed(1)} on ${availableParallelism()} cores`),
  ];
}

async function measured(
  task: SearchTask,
  candidates: number,
  work: (budget: Parameters<typeof tryCandidates>[2]) => Promise<Tries>,
): Promise<Measured> {
  const before = coreTimes();
  const begun = performance.now();
  const { tried: all } = await work({ candidates, milliseconds: 120_000, signal: task.signal, stop: () => undefined });
  const seconds = (performance.now() - begun) / 1000;
  const after = coreTimes();
  return {
    rate: all.length / seconds,
    busy: 1 - (after.idle - before.idle) / (after.all - before.all),
  };
}

function coreTimes(): { idle: number; all: number } {
  const times = cpus().map(({ times: { idle, user, nice, sys, irq } }) => ({
    idle,
    all: idle + user + nice + sys + irq,
  }));
  return times.reduce((sum, one) => ({ idle: sum.idle + one.idle, all: sum.all + one.all }));
}
