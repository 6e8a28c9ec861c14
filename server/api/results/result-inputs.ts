import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';

/** Inputs that several procedures about results share. */
export const projectId = z.guid();
export const branch = z.string().min(1).max(200).transform(wellFormed).nullable().default(null);
export const searched = z.string().max(200).transform(wellFormed).default('');
/** A measurement as a person names it: import:12, run:5/3, branch:main, release. */
export const selection = z.string().min(1).max(220).transform(wellFormed);
