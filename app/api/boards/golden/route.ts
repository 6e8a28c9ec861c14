import { answerError } from '#server/api/answer-error.ts';
import { uploadGolden } from '#server/api/boards/upload-golden.ts';
import { originOf } from '#server/api/origin.ts';
import { services } from '#server/api/services.ts';
import { isOwnPage } from '#server/auth/is-own-page.ts';
import { bearerOf } from '#server/auth/person.ts';
import { currentPerson } from '../../../_lib/session.ts';

export const dynamic = 'force-dynamic';

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Takes the image that boards of a type are checked with: its bytes are the body, its name stands in the address. */
export async function POST(request: Request): Promise<Response> {
  if (bearerOf(request.headers) === null && !isOwnPage(request.headers))
    return new Response('Only pages of this server may do that.', { status: 403, headers });
  const person = await currentPerson();
  if (person === null) return new Response('Sign in first.', { status: 401, headers });
  if (request.body === null) return new Response('The body is to be the image.', { status: 400, headers });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const from = originOf(request.headers);
    return Response.json(await uploadGolden({ services: services(), person, from, query, content: request.body }), {
      headers,
    });
  } catch (error) {
    return answerError(error, headers);
  }
}
