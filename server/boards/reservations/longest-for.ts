import { covers, reachOf } from '#lib/access/reach.ts';
import { roleNames } from '#lib/access/roles.ts';
import { longestFor } from '#lib/reservation/longest.ts';
import type { Person } from '#server/auth/person.ts';
import type { Candidate } from '#server/store/reservations/candidates.ts';

/** The most minutes that somebody may have any of these boards at once, by the highest role that they hold at the sites. */
export function longestOf({
  grants,
}: Pick<Person, 'grants'>): (boards: readonly Pick<Candidate, 'site' | 'maxMinutes'>[]) => number {
  return (boards) =>
    Math.min(
      ...boards.map((board) => {
        const held = grants.filter((grant) =>
          covers(reachOf({ grants: [grant], only: null }, 'boards:read'), { site: board.site }),
        );
        const best = Math.max(...held.map(({ role }) => roleNames.indexOf(role)), 0);
        return longestFor(roleNames[best] ?? 'viewer', [board]);
      }),
    );
}
