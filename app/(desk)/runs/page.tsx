import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Runs } from './runs.tsx';

export const metadata: Metadata = { title: 'Runs' };

/** Where is that run? */
export default async function RunsPage() {
  const { runs } = await api();
  const [first, options] = await Promise.all([runs.find({}), runs.filters()]);
  return <Runs first={first} options={options} />;
}
