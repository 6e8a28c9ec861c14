import type { Pool } from 'pg';
import { countAttempt } from '#server/store/people/wrong-passwords.ts';
import type { Auth } from './auth.ts';
import { clientAddress } from './client-address.ts';
import { noteRefusal } from './note-refusal.ts';
import { sessionTunables } from './tunables.ts';

/** The link that `npm start` prints: good once, and then a cookie says who is there. */
export async function answerEnter(
  { auth, pool }: { auth: Pick<Auth, 'api'>; pool: Pool },
  { url, method, headers }: Request,
): Promise<Response> {
  // Mail and chat look at a link before somebody opens it: that must not use it up.
  if (method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
  const { window, max } = sessionTunables.signInByAddress;
  if ((await countAttempt(pool, `enter|${clientAddress(headers)}`, window)) > max)
    return new Response('Too many links from this address: wait a minute.', { status: 429 });
  const token = new URL(url).searchParams.get('token') ?? '';
  const entered = await auth.api.enterAsOwner({ body: { token }, headers, asResponse: true });
  await noteRefusal(pool, { headers, path: '/enter', body: null }, entered);
  const answer = new Headers({ location: entered.ok ? '/' : '/sign-in?used', 'referrer-policy': 'no-referrer' });
  for (const cookie of entered.headers.getSetCookie()) answer.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers: answer });
}
