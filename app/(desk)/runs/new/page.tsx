import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { Launch } from './launch.tsx';

export const metadata: Metadata = { title: 'Launch a run' };

/** What will happen if I press Launch? */
export default async function LaunchPage() {
  const { launch } = await api();
  const { known, examples } = await launch.options();
  return <Launch known={known} examples={examples} />;
}
