import { answerError } from '#server/api/answer-error.ts';
import { originOf } from '#server/api/origin.ts';
import { uploadResults } from '#server/api/results/upload-results.ts';
import { services } from '#server/api/services.ts';
import { isOwnPage } from '#server/auth/is-own-page.ts';
import { bearerOf } from '#server/auth/person.ts';
import { currentPerson } from '../../../_lib/session.ts';

export const dynamic = 'force-dynamic';

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Takes a file with test results: its bytes are the body, everything else stands in the address. */
export async function POST(request: Request): Promise<Response> {
  if (bearerOf(request.headers) === null && !isOwnPage(request.headers))
    return new Response('Only pages of this server may do that.', { status: 403, headers });
  const person = await currentPerson();
  if (person === null) return new Response('Sign in first.', { status: 401, headers });
  if (request.body === null) return new Response('The body is to be the file.', { status: 400, headers });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const uploaded = await uploadResults({
      services: services(),
      person,
      from: originOf(request.headers),
      query,
      content: request.body,
    });
    return Response.json(uploaded, { status: 202, headers });
  } catch (error) {
    return answerError(error, headers);
  }
}
