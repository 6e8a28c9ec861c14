import { redirect } from 'next/navigation';

/** Settings begin with one's own. */
export default function SettingsPage() {
  redirect('/settings/account');
}
