import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Reports } from './reports.tsx';

export const metadata: Metadata = { title: 'Reports' };

/** What can history tell us? */
export default async function ReportsPage() {
  const { reports } = await api();
  const [saved, choices] = await Promise.all([reports.saved(), reports.choices()]);
  return <Reports saved={saved} zone={choices.zone} />;
}
