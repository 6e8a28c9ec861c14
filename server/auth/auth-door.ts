import type { Pool } from 'pg';
import type { Auth } from './auth.ts';
import { isOwnPage } from './is-own-page.ts';
import { noteRefusal } from './note-refusal.ts';

/** What of the library's own routes answers, by method and path below `/api/auth`; a name in `callback/` is a provider's. */
const open: Readonly<Record<string, RegExp>> = {
  GET: /^\/callback\/[a-z]+$/,
  POST: /^\/(?:sign-in\/email|sign-in\/social|sign-out|accept-invitation)$/,
};

/** Signing in and out over HTTP. Everything that changes something comes from a page of ours; nothing else of the library answers. */
export async function answerAuth(
  { auth, pool }: { auth: Pick<Auth, 'handler'>; pool: Pool },
  request: Request,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice('/api/auth'.length);
  if (!open[request.method]?.test(path)) return new Response('There is no such door.', { status: 404 });
  if (request.method === 'POST' && !isOwnPage(request.headers))
    return new Response('Only pages of this server may do that.', { status: 403 });
  const text = request.method === 'POST' ? await request.clone().text() : '';
  const answer = await auth.handler(request);
  if (path !== '/sign-out') await noteRefusal(pool, { headers: request.headers, path, body: jsonOf(text) }, answer);
  answer.headers.set('cache-control', 'no-store');
  return request.method === 'GET' && isRefusal(answer) ? turnedAway() : answer;
}

/** The library sends a browser that comes back without its state to a page of its own, which is no door of ours. */
function isRefusal({ status, headers }: Response): boolean {
  return status >= 400 || (headers.get('location') ?? '').includes('/api/auth/error?');
}

/** A browser that comes back from the provider sees a page of ours, not the library's words. */
function turnedAway(): Response {
  return new Response(null, {
    status: 303,
    headers: { location: '/sign-in?error=refused', 'cache-control': 'no-store' },
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
