import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A provider of identities on loopback that signs in whoever it is told to. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who sits at the browser. */
  signInAs(who: { email: string; email_verified: boolean; name: string }): void;
  stop(): Promise<void>;
}

/** Starts a certified provider with one client; only the page that would ask for a password is missing. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  let who = { email: 'nobody@example.org', email_verified: true, name: 'Nobody' };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      const login = { accountId: who.email };
      void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    } else void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['firmloop', 'a secret of the client, long enough'];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...who }) }),
    // Whoever has signed in has agreed: consent is a page of its own, which is not what is tried here.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId,
        ...(ctx.oidc.session?.accountId && { accountId: ctx.oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a key for tests'] },
  });
  return {
    issuer,
    clientId,
    clientSecret,
    signInAs: (next) => {
      who = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
