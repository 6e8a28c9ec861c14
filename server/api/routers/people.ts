import { z } from 'zod';
import { placeInput, roleInput } from '#lib/access/place-input.ts';
import { covers, type Grant, placeOfGrant, type Reach } from '#lib/access/reach.ts';
import { DomainError } from '#lib/errors.ts';
import { installedAuth } from '#server/auth/installed.ts';
import { hashOf, newSecret } from '#server/auth/secret-text.ts';
import { sessionTunables } from '#server/auth/tunables.ts';
import { insertInvitation, pendingInvitations, revokeInvitation } from '#server/store/people/invitations.ts';
import { memberRows } from '#server/store/people/members.ts';
import { endSessions } from '#server/store/people/own-account.ts';
import { noAddress } from '#server/store/people/owner.ts';
import { placesToGrant } from '#server/store/people/places-to-grant.ts';
import { removeMember, setRole } from '#server/store/people/set-role.ts';
import { procedure, router } from '../trpc.ts';

const person = z.strictObject({ personId: z.guid() });

/** Who is a member, with which role, and who is invited. */
export const peopleRouter = router({
  /** Members with the roles that lie within the reader's reach, and the places where the reader may give roles. */
  list: procedure('people.list').query(async ({ ctx: { services, reach } }) => {
    const { pool } = services;
    const seen = (grant: Pick<Grant, 'project' | 'site'>) => covers(reach, placeOfGrant(grant));
    const [members, invitations, places] = await Promise.all([
      memberRows(pool),
      pendingInvitations(pool),
      placesToGrant(pool, reach),
    ]);
    return {
      members: members
        .map((member) => ({
          ...member,
          email: member.email === noAddress ? null : member.email,
          grants: member.grants.filter(seen),
        }))
        .filter(({ grants }) => covers(reach, 'stack') || grants.length > 0),
      invitations: invitations.filter(seen).map((one) => ({ ...one, expiresAt: one.expiresAt.getTime() })),
      places,
      wholeStack: covers(reach, 'stack'),
    };
  }),

  /** Makes an invitation; its link is shown this once. */
  invite: procedure('people.invite')
    .input(z.strictObject({ email: z.email().max(200).toLowerCase(), role: roleInput, place: placeInput }))
    .mutation(async ({ ctx, input: { email, role, place } }) => {
      mustReach(ctx.reach, place);
      const secret = newSecret();
      const { invitationDays: days } = sessionTunables;
      const invitation = { hash: hashOf(secret), email, grant: { role, ...place }, invitedBy: ctx.person.actor, days };
      await insertInvitation(ctx.services.pool, invitation);
      return { url: `${installedAuth().settings.url}/invite?token=${secret}`, days };
    }),

  revokeInvitation: procedure('people.revokeInvitation')
    .input(z.strictObject({ invitationId: z.guid() }))
    .mutation(async ({ ctx, input: { invitationId } }) => {
      if (!(await revokeInvitation(ctx.services.pool, invitationId)))
        throw new DomainError('REFUSED', 'This invitation has been accepted or withdrawn already.');
    }),

  /** Gives a member a role in a place, or with null takes it away. */
  setRole: procedure('people.setRole')
    .input(person.extend({ role: roleInput.nullable(), place: placeInput }))
    .mutation(async ({ ctx, input: { personId, role, place } }) => {
      mustReach(ctx.reach, place);
      await setRole(ctx.services.pool, { personId, place, role, by: ctx.person.actor });
    }),

  remove: procedure('people.remove')
    .input(person)
    .mutation(async ({ ctx, input: { personId } }) => {
      if (!(await removeMember(ctx.services.pool, personId)))
        throw new DomainError('NOT_FOUND', 'There is no such member, or it is the owner, who stays.');
    }),

  /** Signs all browsers of a member out. */
  signOut: procedure('people.signOut')
    .input(person)
    .mutation(async ({ ctx, input: { personId } }) => ({
      ended: await endSessions(ctx.services.pool, personId, null),
    })),
});

function mustReach(reach: Reach, place: Pick<Grant, 'project' | 'site'>): void {
  if (!covers(reach, placeOfGrant(place)))
    throw new DomainError('FORBIDDEN', 'You may not give roles there.', { next: 'An admin of the whole stack can.' });
}
