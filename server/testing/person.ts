import type { Grant } from '#lib/access/reach.ts';
import type { Role } from '#lib/access/roles.ts';
import type { Person } from '#server/auth/person.ts';

/** Somebody with a role on the whole stack, or at a place. */
export function personWith(role: Role, place: Partial<Pick<Grant, 'project' | 'site'>> = {}, actor = 'eve'): Person {
  return {
    id: `person-${actor}`,
    actor,
    grants: [{ role, project: null, site: null, ...place }],
    only: null,
    sessionId: null,
    door: 'web',
  };
}
