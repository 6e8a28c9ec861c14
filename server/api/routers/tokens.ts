import { z } from 'zod';
import { siteInput } from '#lib/access/place-input.ts';
import { covers, type Holder, isAnywhere, reachOf } from '#lib/access/reach.ts';
import { tokenScopes } from '#lib/access/roles.ts';
import { DomainError } from '#lib/errors.ts';
import { wellFormed } from '#lib/format/well-formed.ts';
import { makeRunnerIdentity } from '#server/auth/make-runner-identity.ts';
import { makeToken } from '#server/auth/make-token.ts';
import { revokeRunnerIdentity, runnerIdentities } from '#server/store/people/runner-identities.ts';
import { revokeToken, tokenRows } from '#server/store/people/tokens.ts';
import { procedure, router } from '../trpc.ts';

const longestDays = 365;
const name = z.string().trim().min(1).max(60).transform(wellFormed);

/** What programs show instead of signing in. People see and end their own; admins of the stack those of everybody. */
export const tokensRouter = router({
  list: procedure('tokens.list').query(async ({ ctx: { services, person } }) => {
    const all = seesAll(person);
    const rows = await tokenRows(services.pool, all ? null : person.id);
    return {
      all,
      /** Scopes that a token of the reader could have any use of. */
      scopes: tokenScopes.filter((scope) => isAnywhere(reachOf(person, scope))),
      longestDays,
      tokens: rows.map(({ createdAt, expiresAt, lastUsedAt, ...row }) => ({
        ...row,
        createdAt: createdAt.getTime(),
        expiresAt: expiresAt.getTime(),
        lastUsedAt: lastUsedAt?.getTime() ?? null,
      })),
    };
  }),

  /** Makes a token; its text is shown this once and kept nowhere. */
  create: procedure('tokens.create')
    .input(
      z.strictObject({
        name,
        scopes: z
          .array(z.enum(tokenScopes))
          .min(1)
          .max(tokenScopes.length)
          .transform((named) => [...new Set(named)]),
        projectId: z.guid().nullable().default(null),
        days: z.int().min(1).max(longestDays),
      }),
    )
    .mutation(async ({ ctx: { services, person }, input }) => {
      for (const scope of input.scopes) mustHold(person, scope, input.projectId);
      const { secret, expiresAt } = await makeToken(services.pool, { ...input, personId: person.id });
      return { secret, expiresAt: expiresAt.getTime() };
    }),

  revoke: procedure('tokens.revoke')
    .input(z.strictObject({ tokenId: z.guid() }))
    .mutation(async ({ ctx: { services, person }, input: { tokenId } }) => {
      if ((await revokeToken(services.pool, tokenId, seesAll(person) ? null : person.id)) === null)
        throw new DomainError('NOT_FOUND', 'There is no such token that could be revoked.');
    }),

  /** Identities of runners. */
  runners: procedure('tokens.runners').query(async ({ ctx: { services } }) => {
    const rows = await runnerIdentities(services.pool);
    return rows.map(({ expiresAt, lastUsedAt, ...row }) => ({
      ...row,
      expiresAt: expiresAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
    }));
  }),

  /** Makes a runner's identity; the address that it starts with is shown this once. */
  makeRunner: procedure('tokens.makeRunner')
    .input(z.strictObject({ name, site: siteInput.nullable(), days: z.int().min(1).max(longestDays) }))
    .mutation(async ({ ctx: { services, person }, input }) => {
      const databaseUrl = process.env.DATABASE_URL ?? '';
      const made = await makeRunnerIdentity(services.pool, { ...input, by: person.actor, databaseUrl });
      return { databaseUrl: made.databaseUrl, expiresAt: made.expiresAt.getTime() };
    }),

  revokeRunner: procedure('tokens.revokeRunner')
    .input(z.strictObject({ identityId: z.guid() }))
    .mutation(async ({ ctx: { services }, input: { identityId } }) => {
      if (!(await revokeRunnerIdentity(services.pool, identityId)))
        throw new DomainError('NOT_FOUND', 'There is no such identity that could be revoked.');
    }),
});

function seesAll(person: Holder): boolean {
  return covers(reachOf(person, 'people:manage'), 'stack');
}

/** A token never has more rights than its maker, so one that would be of no use is refused when it is made. */
function mustHold(person: Holder, scope: (typeof tokenScopes)[number], projectId: string | null): void {
  const reach = reachOf(person, scope);
  if (projectId === null ? isAnywhere(reach) : covers(reach, { project: projectId })) return;
  throw new DomainError(
    'FORBIDDEN',
    `You do not hold ${scope} ${projectId === null ? '' : 'in that project '}yourself.`,
  );
}
