import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { placeWords } from '#lib/access/place-words.ts';
import type { Invitation } from './people-types.ts';

export type PeopleInvitationsProps = { invitations: readonly Invitation[]; onWithdraw: (id: string) => void };

/** Invitations that nobody has accepted yet. */
export function PeopleInvitations({ invitations, onWithdraw }: PeopleInvitationsProps) {
  const columns: readonly Column<Invitation>[] = [
    { key: 'email', title: 'Invited', keep: true, cell: ({ email }) => email },
    {
      key: 'role',
      title: 'As',
      keep: true,
      grow: true,
      cell: ({ role, projectName, site }) => `${role} ${placeWords({ project: projectName, site })}`,
    },
    { key: 'by', title: 'By', cell: ({ invitedBy }) => invitedBy },
    { key: 'until', title: 'Good until', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    {
      key: 'withdraw',
      title: '',
      keep: true,
      align: 'end',
      cell: ({ id }) => <Button onClick={() => onWithdraw(id)}>Withdraw</Button>,
    },
  ];
  return (
    <Table
      label="Invitations"
      columns={columns}
      rows={invitations}
      rowKey={({ id }) => id}
      empty={<p className="py-2 text-ink-muted text-sm">Nobody is invited.</p>}
    />
  );
}
