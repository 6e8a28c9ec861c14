import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Knowledge } from './knowledge.tsx';

export const metadata: Metadata = { title: 'Knowledge' };

/** Has this failed before, and what mended it? */
export default async function KnowledgePage() {
  const { knowledge } = await api();
  const [lessons, agents] = await Promise.all([knowledge.search({}), knowledge.agents()]);
  return <Knowledge first={lessons} agents={agents} />;
}
