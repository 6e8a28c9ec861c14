'use client';

import type { ReactNode } from 'react';
import { SettingsNav, type SettingsPage } from '#components/settings/settings-nav.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Desk } from './desk.tsx';

type Props = {
  current: SettingsPage;
  title: string;
  /** One line on what the page answers. */
  line: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a page of the settings. */
export function SettingsFrame({ current, title, line, actions, children }: Props) {
  return (
    <Desk current="settings" crumbs={[{ label: 'Settings', href: '/settings/account' }, { label: title }]}>
      <div className="flex flex-col gap-5">
        <SettingsNav current={current} />
        <PageHeader title={title} actions={actions}>
          {line}
        </PageHeader>
        {children}
      </div>
    </Desk>
  );
}
