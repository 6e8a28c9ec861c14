import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Pool } from 'pg';
import { countAttempt, forgetAttempts } from '#server/store/people/wrong-passwords.ts';
import { hashOf } from './secret-text.ts';
import { sessionTunables } from './tunables.ts';

/** Hooks that make guessing one person's password slow from however many addresses: after ten wrong ones nobody may try for a while. */
export function guessLimit(pool: Pool) {
  const { max, windowSeconds } = sessionTunables.wrongPasswords;
  return {
    before: createAuthMiddleware(async (ctx) => {
      const key = keyOf(ctx.path, ctx.body);
      if (key === null || (await countAttempt(pool, key, windowSeconds)) <= max) return;
      throw new APIError('TOO_MANY_REQUESTS', {
        message: 'Too many wrong passwords for this address: wait a quarter of an hour.',
      });
    }),
    after: createAuthMiddleware(async (ctx) => {
      const key = keyOf(ctx.path, ctx.body);
      if (key !== null && ctx.context.newSession !== null) await forgetAttempts(pool, key);
    }),
  };
}

function keyOf(path: string, body: unknown): string | null {
  if (path !== '/sign-in/email') return null;
  const email: unknown = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' ? `password|${hashOf(email.trim().toLowerCase())}` : null;
}
