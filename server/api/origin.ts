import { clientAddress } from '#server/auth/client-address.ts';
import { bearerOf } from '#server/auth/person.ts';
import { type Signature, signed } from '#server/store/signed.ts';
import type { Services } from './services.ts';

/** Which way a request came in, for the audit log. */
export type Origin = Pick<Signature, 'door' | 'address'>;

/** A program shows a token, a browser its cookie. */
export function originOf(headers: Headers): Origin {
  return { door: bearerOf(headers) === null ? 'web' : 'api', address: clientAddress(headers) };
}

/** The services as somebody uses them: what they change is in the audit log with who asked and from where. */
export function signedServices(services: Services, actor: string, from: Origin): Services {
  const pool = signed(services.pool, { actor, ...from });
  return { ...services, pool, engine: { ...services.engine, pool } };
}
