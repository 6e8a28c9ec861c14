import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { hashPassword } from 'better-auth/crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { wellFormed } from '#lib/format/well-formed.ts';
import { acceptWithPassword } from '#server/store/people/accept-invitation.ts';
import { invitationByHash } from '#server/store/people/invitations.ts';
import { ownerAsAdmin } from '#server/store/people/owner.ts';
import { hashOf } from './secret-text.ts';
import { takeOwnerToken } from './take-owner-token.ts';
import { sessionTunables as limits } from './tunables.ts';

type SessionContext = Parameters<typeof setSessionCookie>[0];

const secret = z.string().min(1).max(200);

/** The two links that sign somebody in: the owner's, which the start prints, and an invitation's. */
export function linkSignIn({ pool, home }: { pool: Pool; home: string }) {
  return {
    id: 'link-sign-in',
    endpoints: {
      enterAsOwner: createAuthEndpoint(
        '/enter',
        { method: 'POST', body: z.strictObject({ token: secret }) },
        async (ctx) => {
          if (!(await takeOwnerToken(home, ctx.body.token)))
            throw new APIError('UNAUTHORIZED', {
              message: 'That link has been used, or another start has printed a newer one.',
            });
          await beginSession(ctx, await ownerAsAdmin(pool));
          return ctx.json({ ok: true });
        },
      ),
      acceptInvitation: createAuthEndpoint(
        '/accept-invitation',
        {
          method: 'POST',
          body: z.strictObject({
            token: secret,
            name: z.string().trim().min(1).max(80).transform(wellFormed),
            password: z.string().min(limits.shortestPassword).max(limits.longestPassword),
          }),
        },
        async (ctx) => {
          const { token, name, password } = ctx.body;
          const hash = hashOf(token);
          // Asked before the slow hash: else strangers could keep the server busy.
          const passwordHash = (await invitationByHash(pool, hash)) === null ? null : await hashPassword(password);
          const personId = passwordHash && (await acceptWithPassword(pool, { hash, name, passwordHash }));
          if (personId === null)
            throw new APIError('CONFLICT', {
              message:
                'This invitation has been used, withdrawn or has expired, or its address is a member already: sign in then.',
            });
          await beginSession(ctx, personId);
          return ctx.json({ ok: true });
        },
      ),
    },
  };
}

async function beginSession(ctx: SessionContext, personId: string): Promise<void> {
  const { internalAdapter } = ctx.context;
  const user = await internalAdapter.findUserById(personId);
  if (user === null) throw new APIError('NOT_FOUND', { message: 'There is no such member.' });
  await setSessionCookie(ctx, { session: await internalAdapter.createSession(personId), user });
}
