import { keptBehaviour } from '#lib/repair/choose/kept-behaviour.ts';
import { bestFirst, type Tried } from '#lib/repair/choose/outcome.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import type { Failing, SearchTask } from './ideas.ts';
import { traceOnHost } from './trace/host.ts';
import type { Trees } from './trees.ts';
import { searchTunables } from './tunables.ts';

/**
 * The candidates that improve, the best first. Where several mend as much, each of the first few is traced: one that leaves
 * what passing tests do as it was goes before one that changes it.
 */
export async function ranked(
  task: SearchTask,
  trees: Trees,
  { sources, baseline, suspicion }: Failing,
  improving: readonly Tried[],
): Promise<Tried[]> {
  const { project, environment } = task.bench;
  const ordered = bestFirst(improving);
  const [best] = ordered;
  const rivals = ordered
    .filter(({ mended }) => mended.length === best?.mended.length)
    .slice(0, searchTunables.rivalsTraced);
  if (rivals.length < 2 || !suspicion.isTraced || project.environments[environment]?.type !== 'host') return ordered;
  const measured = new Map<Tried, Tried>();
  for (const rival of rivals) {
    if (task.signal.aborted) return ordered;
    const { path, edits } = rival.candidate;
    const text = sources.units.get(path)?.text ?? '';
    const changed = new Map([[path, applyEdits(text, edits)]]);
    const { traces, lack } = await traceOnHost(task, trees, { baseline, changed });
    if (lack !== null) continue;
    measured.set(rival, { ...rival, keptBehaviour: keptBehaviour(suspicion.traces, traces, rival.candidate, text) });
  }
  return bestFirst(ordered.map((one) => measured.get(one) ?? one));
}
