import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appRouter } from '#server/api/app-router.ts';
import { originOf } from '#server/api/origin.ts';
import { services } from '#server/api/services.ts';
import { isOwnPage } from '#server/auth/is-own-page.ts';
import { bearerOf } from '#server/auth/person.ts';
import { boundedRequest, callBytes } from '#server/uploads/bounded-request.ts';
import { currentPerson, personBy } from '../../../_lib/session.ts';

export const dynamic = 'force-dynamic';

/** Answers are for one reader and one moment. */
const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const strange = { message: 'Sign in first.', code: -32_001 };

async function handle(request: Request): Promise<Response> {
  const person = await currentPerson();
  // Said here because a stream would begin with status 200 before its procedure is asked.
  if (person === null) {
    const error = { ...strange, data: { code: 'UNAUTHORIZED', httpStatus: 401 } };
    return Response.json({ error }, { status: 401, headers });
  }
  return await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: () => ({
      services: services(),
      person,
      personNow: () => personBy(request.headers),
      from: originOf(request.headers),
    }),
    responseMeta: () => ({ headers: new Headers(headers) }),
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR')
        process.stderr.write(`${path ?? '?'}: ${error.stack ?? error.message}\n`);
    },
  });
}

/**
 * Everything that changes something is a POST, and of browsers only those on our own pages may send one. A program with a
 * token is no browser: no page can put that header on a request to another site.
 */
async function handleOwn(request: Request): Promise<Response> {
  if (bearerOf(request.headers) === null && !isOwnPage(request.headers))
    return new Response('Only pages of this server may do that.', { status: 403 });
  const bounded = await boundedRequest(request, callBytes);
  return bounded instanceof Response ? bounded : await handle(bounded);
}

export { handle as GET, handleOwn as POST };
