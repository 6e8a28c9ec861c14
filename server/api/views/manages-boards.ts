import { reachOf } from '#lib/access/reach.ts';
import type { Person } from '#server/auth/person.ts';

/** Whether somebody manages boards at any site: who does may put people before others in the queue. */
export function managesBoards(person: Person): boolean {
  return reachOf(person, 'boards:manage').sites?.length !== 0;
}
