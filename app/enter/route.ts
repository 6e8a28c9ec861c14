import { type NextRequest, NextResponse } from 'next/server';
import { services } from '#server/api/services.ts';
import { enterWithToken, sessionCookie, sessionDays } from '#server/auth/session.ts';

/** The link that `npm start` prints: good once, and then a cookie says who is there. */
export async function GET(request: NextRequest): Promise<NextResponse> {
  const { pool, home } = services();
  const token = request.nextUrl.searchParams.get('token') ?? '';
  const secret = await enterWithToken(pool, home, token);
  const at = (path: string): NextResponse =>
    new NextResponse(null, { status: 303, headers: { location: path, 'referrer-policy': 'no-referrer' } });
  if (secret === null) return at('/sign-in?used');
  const response = at('/');
  response.cookies.set(sessionCookie, secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: sessionDays * 86_400,
    secure: request.nextUrl.protocol === 'https:',
  });
  return response;
}
