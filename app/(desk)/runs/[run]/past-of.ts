import type { Outputs } from '../../../_lib/trpc.ts';

/** What a tab adds to its question when the page shows the past. */
export function pastOf({ moment }: Outputs['runs']['page']): { at?: number } {
  return moment === null ? {} : { at: moment.seq };
}
