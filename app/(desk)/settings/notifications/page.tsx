import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { NotificationSettings } from './notification-settings.tsx';

export const metadata: Metadata = { title: 'Notification settings' };

/** Who is told what, through which channel, and did it arrive? */
export default async function NotificationSettingsPage() {
  const { notifications } = await api();
  const found = await unlessForbidden(Promise.all([notifications.settings(), notifications.deliveries()]));
  if (found !== null) return <NotificationSettings first={found[0]} firstLog={found[1]} />;
  return (
    <SettingsFrame current="notifications" title="Notifications" line="Who is told what outside the product.">
      <NotForYou what="see how people are told" who="An admin" />
    </SettingsFrame>
  );
}
