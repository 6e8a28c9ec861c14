import type { Metadata } from 'next';
import { DoorFrame } from '#components/door/door-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { placeWords } from '#lib/access/place-words.ts';
import { services } from '#server/api/services.ts';
import { installedAuth } from '#server/auth/installed.ts';
import { hashOf } from '#server/auth/secret-text.ts';
import { sessionTunables } from '#server/auth/tunables.ts';
import { invitationByHash } from '#server/store/people/invitations.ts';
import { currentPerson } from '../_lib/session.ts';
import { Accept } from './accept.tsx';
import { Join } from './join.tsx';

export const metadata: Metadata = { title: 'Invitation' };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

/** Who invites me to what, and how do I accept? */
export default async function InvitePage({ searchParams }: Props) {
  const given = (await searchParams).token;
  const token = typeof given === 'string' ? given : '';
  const invitation = await invitationByHash(services().pool, hashOf(token.slice(0, 200)));
  if (invitation === null) {
    return (
      <DoorFrame title="Invitation">
        <Notice tone="attention">
          This invitation has been used, withdrawn or has expired. Ask whoever sent it for another one.
        </Notice>
      </DoorFrame>
    );
  }
  const { email, role, invitedBy, isMember, projectName, site } = invitation;
  const provider = installedAuth().settings.oidc?.name;
  return (
    <DoorFrame title="Invitation">
      <p className="text-sm">
        {invitedBy} invites <strong>{email}</strong> as {role} {placeWords({ project: projectName, site })}.
      </p>
      {isMember ? (
        <Member person={await currentPerson()} token={token} email={email} />
      ) : (
        <>
          <Accept token={token} email={email} shortestPassword={sessionTunables.shortestPassword} />
          {provider !== undefined && (
            <Button asChild>
              <a href="/sign-in">Or sign in with {provider}: the invitation is taken along</a>
            </Button>
          )}
        </>
      )}
    </DoorFrame>
  );
}

function Member({ person, token, email }: { person: { actor: string } | null; token: string; email: string }) {
  if (person?.actor === email) return <Join token={token} />;
  const next = `/invite?token=${encodeURIComponent(token)}`;
  return (
    <Notice tone="attention">
      This address is a member already. <a href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in as {email}</a> to
      accept{person === null ? '' : `: you are signed in as ${person.actor}`}.
    </Notice>
  );
}
