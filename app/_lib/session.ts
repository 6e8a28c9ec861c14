import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { callerOf } from '#server/api/app-router.ts';
import { services } from '#server/api/services.ts';
import { personOf, sessionCookie } from '#server/auth/session.ts';

/** The signed-in person of this request, or null. */
export async function currentPerson() {
  const jar = await cookies();
  return await personOf(services().pool, jar.get(sessionCookie)?.value);
}

/** The API as the signed-in person calls it from the server; somebody who has not signed in is sent to do so. */
export async function api() {
  const person = await currentPerson();
  if (person === null) redirect('/sign-in');
  return callerOf({ services: services(), person });
}
