import type { Json } from '#lib/engine/json.ts';
import type { Fate, Tried } from '#lib/repair/choose/outcome.ts';
import { type SearchProgress, searchRecords } from '#lib/repair/records.ts';
import type { AgentTask } from '../agent.ts';
import { searchTunables } from './tunables.ts';

/** Tells the log and the run's artifacts what a search is doing, now and then and at its end. */
export interface ProgressTeller {
  tell(tried: readonly Tried[]): void;
  end(tried: readonly Tried[]): Promise<SearchProgress>;
}

export function tellProgress(
  task: AgentTask,
  { lines, candidates }: Pick<SearchProgress, 'lines' | 'candidates'>,
): ProgressTeller {
  const begin = performance.now();
  let due = begin + searchTunables.progressMs;
  let storing: Promise<void> = Promise.resolve();
  store(progressOf([], false));

  function progressOf(tried: readonly Tried[], isOver: boolean): SearchProgress {
    const seconds = (performance.now() - begin) / 1000;
    return {
      lines,
      candidates,
      tried: tried.length,
      fates: countFates(tried),
      seconds: Math.round(seconds * 10) / 10,
      perSecond: Math.round((tried.length / Math.max(seconds, 0.001)) * 10) / 10,
      isOver,
    };
  }

  function store(progress: SearchProgress): void {
    task.log.say(sentenceOf(progress));
    storing = storing.then(() => task.bench.record(searchRecords.progress, { ...progress } satisfies Json));
  }

  return {
    tell(tried) {
      if (performance.now() < due) return;
      due = performance.now() + searchTunables.progressMs;
      store(progressOf(tried, false));
    },
    async end(tried) {
      const progress = progressOf(tried, true);
      store(progress);
      await storing;
      return progress;
    },
  };
}

export function countFates(tried: readonly Tried[]): Record<Fate, number> {
  const counts: Record<Fate, number> = {
    'does not build': 0,
    'breaks a test': 0,
    'changes nothing': 0,
    'hangs or crashes': 0,
    improves: 0,
  };
  for (const { fate } of tried) counts[fate] += 1;
  return counts;
}

/** The funnel in one line. */
export function sentenceOf({ lines, candidates, tried, fates, seconds, perSecond }: SearchProgress): string {
  const lost = Object.entries(fates)
    .filter(([fate, count]) => fate !== 'improves' && count > 0)
    .map(([fate, count]) => `${fate} ${count}`);
  return `${lines} suspicious lines, ${candidates} candidates, ${tried} tried in ${seconds} s (${perSecond}/s): ${[...lost, `improves ${fates.improves}`].join(', ')}`;
}
