'use client';

import { KeyRound, LogOut, UserRound, Users } from 'lucide-react';
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';

export type AccountMenuProps = { onGo: (href: string) => void; onSignOut: () => void };

/** What belongs to the reader: the account, people, tokens, and the way out. */
export function AccountMenu({ onGo, onSignOut }: AccountMenuProps) {
  return (
    <DropdownMenu
      align="end"
      trigger={<IconButton icon={UserRound} label="Your account" />}
      items={[
        { id: 'account', label: 'Your account', icon: UserRound, onSelect: () => onGo('/settings/account') },
        { id: 'people', label: 'People', icon: Users, onSelect: () => onGo('/settings/people') },
        { id: 'tokens', label: 'Tokens', icon: KeyRound, onSelect: () => onGo('/settings/tokens') },
        { id: 'out', label: 'Sign out', icon: LogOut, onSelect: onSignOut },
      ]}
    />
  );
}
