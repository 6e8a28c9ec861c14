import { longestOf } from '#server/boards/reservations/longest-for.ts';
import { actor } from './actor.ts';

/** Whoever has a shell on the stack manages every board, as an admin does. */
export function boardActor() {
  return {
    by: actor(),
    manages: () => true,
    longest: longestOf({ grants: [{ role: 'admin', project: null, site: null }] }),
  };
}
