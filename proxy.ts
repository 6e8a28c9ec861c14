import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { pageHeaders } from '#server/auth/page-headers.ts';

/** Gives each page its headers, with a nonce that its own scripts carry. Files and the API have stricter ones of their own. */
export function proxy(request: NextRequest): NextResponse {
  if (!isReadable(request.nextUrl.pathname))
    return new NextResponse('That address is no text: it has a broken % in it.', { status: 400 });
  if (request.nextUrl.pathname.startsWith('/api/')) return NextResponse.next();
  const https = process.env.FIRMLOOP_PUBLIC_URL?.startsWith('https:') ?? false;
  const headers = Object.entries(pageHeaders(randomBytes(16).toString('base64'), { https }));
  const forwarded = new Headers(request.headers);
  for (const [name, value] of headers) if (name === 'content-security-policy') forwarded.set(name, value);
  const response = NextResponse.next({ request: { headers: forwarded } });
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

/** Whether each `%` of an address stands for a character; the server itself would fail on another. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const config = { matcher: ['/((?!_next/static|api/|healthz).*)', '/(api/.*%.*)'] };
