import type { Pool } from 'pg';
import { placesOf, type ThingKind } from '#server/store/place-of.ts';
import { type DownloadName, ruleOf } from './permissions.ts';

/** The project whose lead reads of a download in the audit log; null for what is no project's, or several projects'. */
export async function projectOfDownload(
  pool: Pool,
  door: DownloadName,
  params: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { of } = ruleOf(door);
  if (typeof of === 'string') return null;
  const places = await Promise.all(
    Object.entries(of).map(([kind, param]) => placesOf(pool, kind as ThingKind, params[param] ?? '')),
  );
  const projects = new Set(
    places.flat().flatMap((place) => (typeof place === 'object' && 'project' in place ? place.project : [])),
  );
  const [only = null] = projects;
  return projects.size === 1 ? only : null;
}
