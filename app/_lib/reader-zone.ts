import { cookies } from 'next/headers';
import { zoneCookie } from '#components/ui/zone-cookie.ts';
import { knownZone } from '#lib/format/known-zone.ts';

/** The time zone that the reader's browser was in at its last visit; UTC for one that has not been here. */
export async function readerZone(): Promise<string> {
  return knownZone((await cookies()).get(zoneCookie)?.value) ?? 'UTC';
}
