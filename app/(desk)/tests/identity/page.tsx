import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { IdentityRules } from './identity-rules.tsx';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const anId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const metadata: Metadata = { title: 'How tests are recognised' };

/** When are two results those of one test, and what would another rule change? */
export default async function IdentityPage({ searchParams }: Props) {
  const { project } = await searchParams;
  if (typeof project !== 'string' || !anId.test(project)) notFound();
  const { results } = await api();
  return <IdentityRules projectId={project} first={await orNotFound(results.rules({ projectId: project }))} />;
}
