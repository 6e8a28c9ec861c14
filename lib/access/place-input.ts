import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { roleNames } from './roles.ts';

/** A site's name. */
export const siteInput = z.string().trim().min(1).max(100).transform(wellFormed);

const place = {
  project: z.guid().nullable().default(null),
  site: siteInput.nullable().default(null),
};

/** Where a role is given: a project's id, a site's name, or neither for the whole stack. */
export const placeInput = z
  .strictObject(place)
  .refine(({ project, site }) => project === null || site === null, 'a role holds in a project or at a site, not both');

export const roleInput = z.enum(roleNames);
