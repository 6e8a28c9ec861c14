'use client';

import { MoreHorizontal, X } from 'lucide-react';
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { placeWords } from '#lib/access/place-words.ts';
import type { Member, PersonGrant } from './people-types.ts';

export type PeopleTableProps = {
  members: readonly Member[];
  /** Whether the reader manages the whole stack. */
  wholeStack: boolean;
  onAddRole: (member: Member) => void;
  onTakeRole: (member: Member, grant: PersonGrant) => void;
  onSignOut: (member: Member) => void;
  onRemove: (member: Member) => void;
};

/** Members with their roles; what can be done with one is in its menu. */
export function PeopleTable({ members, ...rest }: PeopleTableProps) {
  return <Table label="Members" columns={columnsFor(rest)} rows={members} rowKey={({ id }) => id} />;
}

function columnsFor(doing: Omit<PeopleTableProps, 'members'>): readonly Column<Member>[] {
  return [
    {
      key: 'name',
      title: 'Member',
      keep: true,
      cell: (member) => (
        <span className="flex min-w-0 flex-col">
          <span className="font-medium">{member.name}</span>
          <span className="text-ink-muted text-xs">{member.email ?? 'no e-mail yet'}</span>
        </span>
      ),
    },
    {
      key: 'roles',
      title: 'Roles',
      keep: true,
      grow: true,
      cell: (member) => (
        <ul className="flex flex-wrap gap-1">
          {member.grants.map((grant) => (
            <li key={`${grant.project} ${grant.site}`}>
              <Role grant={grant} onTake={() => doing.onTakeRole(member, grant)} />
            </li>
          ))}
          {member.grants.length === 0 && <li className="text-ink-muted">none: sees nothing</li>}
        </ul>
      ),
    },
    { key: 'ways', title: 'Signs in by', cell: ({ waysIn, isOwner }) => waysOf(waysIn, isOwner) },
    {
      key: 'since',
      title: 'Signed in',
      cell: ({ signedInAt }) => (signedInAt === null ? 'signed out' : <RelativeTime at={signedInAt} />),
    },
    { key: 'menu', title: '', keep: true, align: 'end', cell: (member) => <Menu member={member} {...doing} /> },
  ];
}

function Role({ grant, onTake }: { grant: PersonGrant; onTake: () => void }) {
  const words = `${grant.role} ${placeWords({ project: grant.projectName, site: grant.site })}`;
  return (
    <span className="inline-flex items-center gap-0.5 rounded-sm border border-line bg-sunken pl-1.5 text-xs">
      {words}
      <IconButton icon={X} label={`Take the role ${words} away`} className="size-6" onClick={onTake} />
    </span>
  );
}

function Menu({ member, wholeStack, ...doing }: { member: Member } & Omit<PeopleTableProps, 'members'>) {
  const stackOnly = wholeStack ? undefined : 'Admins of the whole stack can.';
  return (
    <DropdownMenu
      align="end"
      trigger={<IconButton icon={MoreHorizontal} label={`What to do with ${member.name}`} />}
      items={[
        { id: 'add', label: 'Give a role…', onSelect: () => doing.onAddRole(member) },
        { id: 'out', label: 'Sign out everywhere', unavailable: stackOnly, onSelect: () => doing.onSignOut(member) },
        {
          id: 'remove',
          label: 'Remove…',
          danger: true,
          unavailable: member.isOwner ? 'The owner stays: the link of the start signs them in.' : stackOnly,
          onSelect: () => doing.onRemove(member),
        },
      ]}
    />
  );
}

function waysOf(waysIn: readonly string[], isOwner: boolean): string {
  const words = waysIn.map((way) => (way === 'credential' ? 'password' : 'provider'));
  return [...words, ...(isOwner ? ['the start’s link'] : [])].join(', ') || 'nothing yet';
}
