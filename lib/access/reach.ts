import { type Permission, type Role, roles } from './roles.ts';

/** A role that somebody holds: in one project, at one site, or, with neither, on the whole stack. */
export interface Grant {
  readonly role: Role;
  readonly project: string | null;
  readonly site: string | null;
}

/** Where a permission is held. Null means everywhere, also in what comes later. */
export interface Reach {
  /** Ids of projects. */
  readonly projects: readonly string[] | null;
  /** Names of sites. */
  readonly sites: readonly string[] | null;
}

/** What a permission is asked for: a project's things, a site's things, or what belongs to the stack itself. */
export type Place = { readonly project: string } | { readonly site: string } | 'stack';

/** Where a role is held. */
export function placeOfGrant({ project, site }: Pick<Grant, 'project' | 'site'>): Place {
  if (project !== null) return { project };
  return site === null ? 'stack' : { site };
}

/** Who asks: the roles that are held, and what a token leaves of them. */
export interface Holder {
  readonly grants: readonly Grant[];
  /** Permissions that a token is limited to; null for a person, who has all of its roles. */
  readonly only: readonly Permission[] | null;
}

const everywhere: Reach = { projects: null, sites: null };
const nowhere: Reach = { projects: [], sites: [] };

/** Where somebody holds a permission. */
export function reachOf({ grants, only }: Holder, permission: Permission): Reach {
  if (only !== null && !only.includes(permission)) return nowhere;
  const holding = grants.filter(({ role }) => roles[role].some((held) => held === permission));
  if (holding.some(({ project, site }) => project === null && site === null)) return everywhere;
  return {
    projects: holding.flatMap(({ project }) => project ?? []),
    sites: holding.flatMap(({ site }) => site ?? []),
  };
}

/** Whether a reach includes a place. */
export function covers({ projects, sites }: Reach, place: Place): boolean {
  if (place === 'stack') return projects === null;
  if ('project' in place) return projects === null || projects.includes(place.project);
  return sites === null || sites.includes(place.site);
}

/** Whether a permission is held at all, wherever that is. */
export function isAnywhere({ projects, sites }: Reach): boolean {
  return projects === null || projects.length > 0 || (sites?.length ?? 0) > 0;
}

/** What is left of roles for a token that is bound to one project. */
export function within(project: string, grants: readonly Grant[]): Grant[] {
  return grants
    .filter((grant) => grant.site === null && (grant.project === null || grant.project === project))
    .map(({ role }) => ({ role, project, site: null }));
}
