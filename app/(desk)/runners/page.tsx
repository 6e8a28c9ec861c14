import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Runners } from './runners.tsx';

export const metadata: Metadata = { title: 'Runners' };

/** Who does the work, and is anybody missing? */
export default async function RunnersPage() {
  const { runners } = await api();
  return <Runners first={await runners.list()} />;
}
