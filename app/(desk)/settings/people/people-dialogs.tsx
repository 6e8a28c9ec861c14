'use client';

import { RoleDialog } from '#components/settings/people-role-dialog.tsx';
import type { Places } from '#components/settings/people-types.ts';
import { ReasonDialog } from '#components/ui/reason-dialog.tsx';
import type { Asking } from './people.tsx';
import type { PeopleChanges } from './use-people-changes.ts';

type Props = { asking: Asking; places: Places; changes: PeopleChanges; onClose: () => void };

/** The dialog that belongs to what the page is asking for. */
export function PeopleDialogs({ asking, places, changes, onClose }: Props) {
  const { pending } = changes;
  const refusal = changes.problem ?? undefined;
  if (asking.kind === 'remove') {
    const { id, name } = asking.member;
    return (
      <ReasonDialog
        open
        onOpenChange={onClose}
        title={`Remove ${name}`}
        effect="Every browser is signed out, every token and role ends. What they did keeps their name. They can be invited again."
        action="Remove"
        danger
        pending={pending}
        error={refusal}
        onConfirm={() => changes.remove({ personId: id })}
      />
    );
  }
  const isInvitation = asking.kind === 'invite';
  return (
    <RoleDialog
      title={isInvitation ? 'Invite' : `Give ${asking.member.name} a role`}
      description={
        isInvitation
          ? 'You get a link to send. Whoever opens it joins with this address and role.'
          : 'In one place one role holds: a new one there takes the place of the old.'
      }
      action={isInvitation ? 'Make the link' : 'Give the role'}
      places={places}
      asksEmail={isInvitation}
      pending={pending}
      refusal={refusal}
      onClose={onClose}
      onChoose={({ email, role, place }) =>
        isInvitation
          ? changes.invite({ email, role, place })
          : changes.setRole({ personId: asking.member.id, role, place })
      }
    />
  );
}
