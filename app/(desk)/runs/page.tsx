import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Runs } from './runs.tsx';

export const metadata: Metadata = { title: 'Runs' };

/** Where is that run? */
export default async function RunsPage() {
  const { runs } = await api();
  return <Runs first={await runs.list({ limit: 100 })} />;
}
