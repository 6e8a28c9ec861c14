import { answerError } from '#server/api/answer-error.ts';
import { originOf } from '#server/api/origin.ts';
import { services } from '#server/api/services.ts';
import type { Upload } from '#server/api/upload.ts';
import { isOwnPage } from '#server/auth/is-own-page.ts';
import { bearerOf } from '#server/auth/person.ts';
import { currentPerson } from './session.ts';

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

interface Taking {
  /** What the body is, as a refusal of an empty one says it. */
  readonly what: string;
  /** Of the answer to an upload that was taken. */
  readonly status: number;
  readonly take: (upload: Upload) => Promise<unknown>;
}

/** Answers an upload: its bytes are the body, everything else stands in the address. */
export async function takeUpload(request: Request, { what, status, take }: Taking): Promise<Response> {
  if (bearerOf(request.headers) === null && !isOwnPage(request.headers))
    return new Response('Only pages of this server may do that.', { status: 403, headers });
  const person = await currentPerson();
  if (person === null) return new Response('Sign in first.', { status: 401, headers });
  if (request.body === null) return new Response(`The body is to be ${what}.`, { status: 400, headers });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const from = originOf(request.headers);
    const taken = await take({ services: services(), person, from, query, content: request.body });
    return Response.json(taken, { status, headers });
  } catch (error) {
    return answerError(error, headers);
  }
}
