import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { Account } from './account.tsx';

export const metadata: Metadata = { title: 'Your account' };

/** Who am I here, what may I do, and how do I get in? */
export default async function AccountPage() {
  const { account } = await api();
  return <Account first={await account.me()} />;
}
