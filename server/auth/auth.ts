import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import type { Pool } from 'pg';
import type { PrismaClient } from '#server/db/prisma.ts';
import { acceptAll } from '#server/store/people/accept-invitation.ts';
import { hasPendingInvitation } from '#server/store/people/invitations.ts';
import { isMember } from '#server/store/people/is-member.ts';
import { guessLimit } from './guess-limit.ts';
import { isOwnPage } from './is-own-page.ts';
import { linkSignIn } from './link-sign-in.ts';
import type { AuthSettings, OidcProvider } from './settings.ts';
import { sessionTunables as limits } from './tunables.ts';

export const sessionCookie = 'firmloop_session';
/** Where a provider's answer comes back: register `<address>/api/auth/callback/oidc` there. */
export const oidcProviderId = 'oidc';

export interface AuthParts {
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly home: string;
}

/** How people sign in: by password, at a provider, or by a link that was made for them. Nobody can sign up. */
export function createAuth(parts: AuthParts, settings: AuthSettings) {
  const { pool, prisma } = parts;
  return betterAuth({
    appName: 'Firmloop',
    baseURL: settings.url,
    basePath: '/api/auth',
    secret: settings.secret,
    telemetry: { enabled: false },
    logger: { level: 'error' },
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    user: { modelName: 'person' },
    session: {
      expiresIn: limits.sessionDays * 86_400,
      updateAge: limits.renewHours * 3_600,
    },
    account: {
      accountLinking: { enabled: true, trustedProviders: [oidcProviderId] },
      updateAccountOnSignIn: false,
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: limits.shortestPassword,
      maxPasswordLength: limits.longestPassword,
    },
    trustedOrigins: (request) => (request !== undefined && isOwnPage(request.headers) ? [originOf(request)] : []),
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': limits.signInByAddress,
        '/sign-in/social': limits.signInByAddress,
        '/accept-invitation': limits.signInByAddress,
      },
    },
    advanced: {
      cookiePrefix: 'firmloop',
      cookies: { session_token: { name: sessionCookie } },
      useSecureCookies: settings.url.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: 'uuid' },
    },
    hooks: guessLimit(pool),
    databaseHooks: {
      // Who somebody is was all that we wanted of the provider: its tokens would open more than our doors.
      account: {
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
      session: {
        create: {
          before: async ({ userId }) => {
            if (!(await isMember(pool, userId)))
              throw new APIError('FORBIDDEN', { message: 'You are no member any more.' });
          },
        },
      },
      user: {
        create: {
          before: async ({ email }) => {
            if (!(await hasPendingInvitation(pool, email)))
              throw new APIError('FORBIDDEN', { message: 'Nobody has invited this address.' });
          },
          after: ({ id }) => acceptAll(pool, id),
        },
      },
    },
    plugins: [
      linkSignIn(parts),
      ...(settings.oidc === null ? [] : [genericOAuth({ config: [providerOf(settings.oidc)] })]),
    ],
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null };

export type Auth = ReturnType<typeof createAuth>;

/** Only a confirmed address tells who somebody is: else anybody could claim a member's at a careless provider. */
function providerOf({ issuer, clientId, clientSecret, name }: OidcProvider) {
  return {
    providerId: oidcProviderId,
    name,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    mapProfileToUser: (profile: Readonly<Record<string, unknown>>) => {
      if (profile.email_verified !== true && profile.emailVerified !== true)
        throw new APIError('FORBIDDEN', { message: 'The provider has not confirmed this e-mail address.' });
      return {};
    },
  };
}

function originOf(request: Request): string {
  return request.headers.get('origin') ?? '';
}
