import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A provider of identities by OpenID Connect, such as a company's own. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button says: “Sign in with …”. */
  readonly name: string;
}

export interface AuthSettings {
  /** Where browsers reach the pages. */
  readonly url: string;
  /** Signs cookies. */
  readonly secret: string;
  readonly oidc: OidcProvider | null;
}

const environment = z.object({
  FIRMLOOP_HOME: z.string().min(1),
  FIRMLOOP_URL: z.url(),
  FIRMLOOP_PUBLIC_URL: z.url().optional(),
  FIRMLOOP_SECRET: z.string().min(32).optional(),
  FIRMLOOP_OIDC_ISSUER: z.url().optional(),
  FIRMLOOP_OIDC_CLIENT_ID: z.string().min(1).optional(),
  FIRMLOOP_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  FIRMLOOP_OIDC_NAME: z.string().min(1).max(60).default('single sign-on'),
});

/** Reads how people sign in. Throws on a provider that is set by halves: nobody should believe in a door that is not there. */
export function authSettings(env: Readonly<Record<string, string | undefined>>): AuthSettings {
  const set = environment.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  return {
    url: (set.FIRMLOOP_PUBLIC_URL ?? set.FIRMLOOP_URL).replace(/\/+$/, ''),
    secret: set.FIRMLOOP_SECRET ?? ownSecret(set.FIRMLOOP_HOME),
    oidc: oidcOf(set),
  };
}

function oidcOf(set: z.infer<typeof environment>): OidcProvider | null {
  const { FIRMLOOP_OIDC_ISSUER: issuer, FIRMLOOP_OIDC_CLIENT_ID: clientId } = set;
  const { FIRMLOOP_OIDC_CLIENT_SECRET: clientSecret, FIRMLOOP_OIDC_NAME: name } = set;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error('FIRMLOOP_OIDC_ISSUER, FIRMLOOP_OIDC_CLIENT_ID and FIRMLOOP_OIDC_CLIENT_SECRET belong together.');
  }
  return { issuer: issuer.replace(/\/+$/, ''), clientId, clientSecret, name };
}

/** The secret of this home, made at its first start and readable by its owner only. */
function ownSecret(home: string): string {
  const file = join(home, 'auth-secret');
  try {
    writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
