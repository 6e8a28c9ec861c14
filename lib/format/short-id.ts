const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The piece of an id that tells it from its neighbours: the first 8 characters of a hash,
 * but the last 8 of a UUID, because time-ordered UUIDs of one minute share their beginning.
 */
export function shortId(id: string): string {
  if (uuid.test(id)) return id.slice(-8);
  return id.length <= 12 ? id : id.slice(0, 8);
}
