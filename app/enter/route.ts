import type { NextRequest } from 'next/server';
import { services } from '#server/api/services.ts';
import { installedAuth } from '#server/auth/installed.ts';
import { noteRefusal } from '#server/auth/note-refusal.ts';

/** The link that `npm start` prints: good once, and then a cookie says who is there. */
export async function GET(request: NextRequest): Promise<Response> {
  const token = request.nextUrl.searchParams.get('token') ?? '';
  const entered = await installedAuth().auth.api.enterAsOwner({
    body: { token },
    headers: request.headers,
    asResponse: true,
  });
  await noteRefusal(services().pool, { headers: request.headers, path: '/enter', body: null }, entered);
  const headers = new Headers({ location: entered.ok ? '/' : '/sign-in?used', 'referrer-policy': 'no-referrer' });
  for (const cookie of entered.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
