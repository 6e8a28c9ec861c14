import type { Metadata } from 'next';
import { signedIn } from '../../_lib/session.ts';
import { Reports } from './reports.tsx';

export const metadata: Metadata = { title: 'Reports' };

/** What can history tell us? */
export default async function ReportsPage() {
  await signedIn();
  return <Reports />;
}
