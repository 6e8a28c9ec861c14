import { redirect } from 'next/navigation';
import { signedIn } from '../../_lib/session.ts';

/** Settings begin with one's own. */
export default async function SettingsPage() {
  await signedIn();
  redirect('/settings/account');
}
