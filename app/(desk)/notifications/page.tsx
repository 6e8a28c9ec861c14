import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Inbox } from './inbox.tsx';

export const metadata: Metadata = { title: 'Notifications' };

/** What happened that concerns me, and what have I not seen yet? */
export default async function NotificationsPage() {
  const { notifications } = await api();
  return <Inbox first={await notifications.list({})} />;
}
