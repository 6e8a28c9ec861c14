import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Lab } from './lab.tsx';

export const metadata: Metadata = { title: 'Convergence lab' };

/** Where would recorded runs have stopped under other criteria, and what would that have saved or lost? */
export default async function LabPage() {
  const { runs } = await api();
  const { projects } = await runs.filters();
  return <Lab projects={projects} />;
}
