import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { callerOf } from '#server/api/app-router.ts';
import { services } from '#server/api/services.ts';
import { installedAuth } from '#server/auth/installed.ts';
import { isOwnHost } from '#server/auth/is-own-host.ts';
import { personOf } from '#server/auth/person.ts';

/** Who sends this request, or null: found once for a page, its layout and its calls. */
export const currentPerson = cache(async () => personBy(await headers()));

/** Who sends these headers, or null. */
export async function personBy(sent: Headers) {
  if (!isOwnHost(sent.get('host'), process.env)) return null;
  return await personOf({ pool: services().pool, auth: installedAuth().auth }, sent);
}

/**
 * Sends somebody who has not signed in to do so. Every page asks, by this or by `api`: the layout above it is not drawn anew
 * when a browser goes from page to page, so it cannot stand guard for them.
 */
export async function signedIn() {
  return (await currentPerson()) ?? redirect('/sign-in');
}

/** The API as the signed-in person calls it from the server; somebody who has not signed in is sent to do so. */
export async function api() {
  const person = await signedIn();
  return callerOf({ services: services(), person });
}
