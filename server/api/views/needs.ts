import { counted } from '#lib/format/count.ts';
import { waitsFor } from '#lib/machines/waits-for.ts';
import type { RunListRow } from '#server/store/pages/run-list.ts';

interface Facts {
  readonly liveRunners: number;
  /** Activities that wait for a runner. */
  readonly queued: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What waits for a person, what has waited longest first; before it what nothing moves on. */
export function needsOf(
  { waiting, stranded }: { waiting: readonly RunListRow[]; stranded: readonly RunListRow[] },
  { liveRunners, queued, now }: Facts,
) {
  const still = new Set(stranded.map(({ id }) => id));
  const runs = waiting
    .filter(({ id, machine, state }) => !still.has(id) && waitsFor(machine, state).person)
    .map((run) => ({
      id: run.id,
      href: `/runs/${run.number}`,
      tone: 'attention' as const,
      kind: waitsFor(run.machine, run.state).what.replace(/^an? /, ''),
      text: `${run.project.name} #${run.number}: ${run.title}`,
      since: (run.waitingSince ?? run.createdAt).getTime(),
    }))
    .sort((one, other) => one.since - other.since);
  const all = [...stranded.map(strandedNeed), ...runs];
  return liveRunners > 0 || queued === 0 ? all : [noRunner(queued, now), ...all];
}

function strandedNeed({ id, number, project, title, createdAt }: RunListRow) {
  return {
    id,
    href: `/runs/${number}`,
    tone: 'bad' as const,
    kind: 'migration',
    text: `${project.name} #${number}: ${title}`,
    since: createdAt.getTime(),
  };
}

function noRunner(queued: number, now: number) {
  return {
    id: 'no runner',
    href: '/runners',
    tone: 'bad' as const,
    kind: 'runner',
    text: `No runner is live: ${counted(queued, 'activity', 'activities')} wait and nothing moves`,
    since: now,
  };
}
