'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeopleInvitations } from '#components/settings/people-invitations.tsx';
import { PeopleTable } from '#components/settings/people-table.tsx';
import type { Member } from '#components/settings/people-types.ts';
import { ShownOnce } from '#components/settings/shown-once.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { PeopleDialogs } from './people-dialogs.tsx';
import { usePeopleChanges } from './use-people-changes.ts';

/** What the page is asking for now. */
export type Asking = { kind: 'invite' } | { kind: 'give'; member: Member } | { kind: 'remove'; member: Member };

export function People({ first }: { first: Outputs['people']['list'] }) {
  const trpc = useTRPC();
  const people = useQuery(trpc.people.list.queryOptions(undefined, startingWith(first)));
  const [asking, setAsking] = useState<Asking | null>(null);
  const changes = usePeopleChanges(() => setAsking(null));
  const { members, invitations, places, wholeStack } = people.data;
  const { link, problem } = changes;
  return (
    <SettingsFrame
      current="people"
      title="People"
      line="Who is a member, and what they may do where."
      actions={
        <Button kind="primary" onClick={() => setAsking({ kind: 'invite' })}>
          Invite
        </Button>
      }
    >
      {link !== null && (
        <ShownOnce
          what={`Send this link to the person that you invited. It works once, within ${link.days} days, and is shown only now.`}
          label="invitation link"
          secret={link.url}
          onDone={changes.forgetLink}
        />
      )}
      {asking === null && problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Section title="Members" aside={String(members.length)}>
        <PeopleTable
          members={members}
          wholeStack={wholeStack}
          onAddRole={(member) => setAsking({ kind: 'give', member })}
          onTakeRole={({ id }, { project, site }) =>
            changes.setRole({ personId: id, role: null, place: { project, site } })
          }
          onSignOut={({ id }) => changes.signOut({ personId: id })}
          onRemove={(member) => setAsking({ kind: 'remove', member })}
        />
      </Section>
      <Section title="Invitations">
        <PeopleInvitations
          invitations={invitations}
          onWithdraw={(invitationId) => changes.withdraw({ invitationId })}
        />
      </Section>
      {asking !== null && (
        <PeopleDialogs
          asking={asking}
          places={{ ...places, wholeStack }}
          changes={changes}
          onClose={() => setAsking(null)}
        />
      )}
    </SettingsFrame>
  );
}
