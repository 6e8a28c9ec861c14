import type { Role } from '#lib/access/roles.ts';

/** A role in a project, at a site, or, with neither, on the whole stack. */
export type PersonGrant = { role: Role; project: string | null; projectName: string | null; site: string | null };

export type Member = {
  id: string;
  name: string;
  /** Null for an owner who has not given one. */
  email: string | null;
  isOwner: boolean;
  grants: readonly PersonGrant[];
  waysIn: readonly string[];
  /** When a browser signed in last, epoch milliseconds; null when none is signed in. */
  signedInAt: number | null;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  projectName: string | null;
  site: string | null;
  invitedBy: string;
  expiresAt: number;
};

/** Where the reader may give roles. */
export type Places = {
  projects: readonly { id: string; name: string }[];
  sites: readonly string[];
  wholeStack: boolean;
};

export type PlaceChoice = { project: string | null; site: string | null };
