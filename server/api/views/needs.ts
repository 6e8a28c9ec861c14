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

/** What waits for a person, what has waited longest first. */
export function needsOf(waiting: readonly RunListRow[], { liveRunners, queued, now }: Facts) {
  const runs = waiting
    .filter(({ machine, state }) => waitsFor(machine, state).person)
    .map((run) => ({
      id: run.id,
      href: `/runs/${run.number}`,
      tone: 'attention' as const,
      kind: waitsFor(run.machine, run.state).what.replace(/^an? /, ''),
      text: `${run.project.name} #${run.number}: ${run.title}`,
      since: (run.waitingSince ?? run.createdAt).getTime(),
    }))
    .sort((one, other) => one.since - other.since);
  return liveRunners > 0 || queued === 0 ? runs : [noRunner(queued, now), ...runs];
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
