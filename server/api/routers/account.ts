import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import type { Person } from '#server/auth/person.ts';
import { hashOf } from '#server/auth/secret-text.ts';
import { sessionTunables as limits } from '#server/auth/tunables.ts';
import { acceptAsMember } from '#server/store/people/accept-invitation.ts';
import { namedGrants } from '#server/store/people/named-grants.ts';
import {
  endSessions,
  isYoungerThan,
  passwordHashOf,
  renamePerson,
  storePassword,
} from '#server/store/people/own-account.ts';
import { noAddress, ownerId } from '#server/store/people/owner.ts';
import { personById } from '#server/store/people/person-by-id.ts';
import { countAttempt, forgetAttempts } from '#server/store/people/wrong-passwords.ts';
import { procedure, router } from '../trpc.ts';

const password = z.string().min(limits.shortestPassword).max(limits.longestPassword);

/** What people do with their own account. */
export const accountRouter = router({
  me: procedure('account.me').query(async ({ ctx: { services, person } }) => {
    const stored = await personById(services.pool, person.id);
    if (stored === null) throw new DomainError('NOT_FOUND', 'You are no member any more.');
    const { name, email, isOwner } = stored;
    const grants = await namedGrants(services.pool, person.id);
    return {
      name,
      email: email === noAddress ? null : email,
      isOwner,
      grants,
      hasPassword: (await passwordHashOf(services.pool, person.id)) !== null,
      shortestPassword: limits.shortestPassword,
    };
  }),

  rename: procedure('account.rename')
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(80).transform(wellFormed),
        email: z.email().max(200).toLowerCase(),
      }),
    )
    .mutation(async ({ ctx: { services, person }, input }) => {
      await renamePerson(services.pool, person.id, input);
    }),

  /** Sets the password and signs every other browser out. Who has a password shows the old one. */
  setPassword: procedure('account.setPassword')
    .input(z.strictObject({ current: z.string().max(limits.longestPassword).optional(), password }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      if (!(await isFreshOwner(services.pool, person)))
        await checkPassword(services.pool, person.id, input.current ?? '');
      await storePassword(services.pool, person.id, await hashPassword(input.password));
      await endSessions(services.pool, person.id, person.sessionId);
    }),

  join: procedure('account.join')
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      if (!(await acceptAsMember(services.pool, person.id, hashOf(input.token))))
        throw new DomainError(
          'REFUSED',
          'This invitation has been used or withdrawn, has expired, or is for another address.',
        );
    }),

  signOutElsewhere: procedure('account.signOutElsewhere').mutation(async ({ ctx: { services, person } }) => {
    const ended = await endSessions(services.pool, person.id, person.sessionId);
    return { ended };
  }),
});

/** Throws FORBIDDEN for a wrong password. Whoever has taken over a browser must not guess it here either. */
async function checkPassword(pool: Pool, personId: string, password: string): Promise<void> {
  const hash = await passwordHashOf(pool, personId);
  if (hash === null) return;
  const { windowSeconds, max } = limits.wrongPasswords;
  if ((await countAttempt(pool, `own-password|${personId}`, windowSeconds)) > max)
    throw new DomainError('REFUSED', 'Too many wrong passwords.', { next: 'Wait a quarter of an hour.' });
  if (!(await verifyPassword({ hash, password })))
    throw new DomainError('FORBIDDEN', 'The current password is another one.');
  await forgetAttempts(pool, `own-password|${personId}`);
}

/** Whether the owner has signed in a moment ago: the link of the start is how an owner who forgot the password sets another. */
async function isFreshOwner(pool: Pool, { id, sessionId }: Person): Promise<boolean> {
  return (await ownerId(pool)) === id && (await isYoungerThan(pool, sessionId, limits.freshMinutes));
}
