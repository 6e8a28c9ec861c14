import type { Reach } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import type { Person } from '#server/auth/person.ts';
import { admit } from './admit.ts';
import type { DownloadName } from './permissions.ts';
import { type Services, services } from './services.ts';

/** What a download works with once its reader has been let in. */
export interface Admitted {
  readonly services: Services;
  readonly person: Person;
  readonly reach: Reach;
}

const statuses = {
  BAD_INPUT: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  REFUSED: 412,
  FORBIDDEN: 403,
  UNAVAILABLE: 503,
  LIMIT: 413,
} as const satisfies Record<DomainError['code'], number>;

/** Answers a download by the same table of rules as the procedures; `give` runs only for somebody who may have the thing. */
export async function download(
  door: DownloadName,
  { person, params }: { person: Person | null; params: Readonly<Record<string, string>> },
  give: (admitted: Admitted) => Promise<Response>,
): Promise<Response> {
  if (person === null) return new Response('Sign in first.', { status: 401 });
  const shared = services();
  try {
    const reach = await admit(shared.pool, person, door, params);
    return await give({ services: shared, person, reach });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return new Response(error.message, { status: statuses[error.code] });
  }
}
