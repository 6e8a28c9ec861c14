import type { Outputs } from '../../../_lib/trpc.ts';

/** The iteration that a run's page shows: the one that its address asks for or the one next to it, else the newest; 0 before the first. */
export function shownIteration(asked: number | null, marks: Outputs['runs']['page']['marks']): number {
  const last = marks.at(-1)?.number ?? 0;
  return asked === null ? last : Math.min(Math.max(asked, 0), last);
}
