import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Compare } from './compare.tsx';

export const metadata: Metadata = { title: 'Compare' };

/** What became of each test between two builds, runs, iterations or branches? */
export default async function ComparePage() {
  const { results } = await api();
  return <Compare places={await results.places()} />;
}
