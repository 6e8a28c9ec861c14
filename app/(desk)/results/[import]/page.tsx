import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orLater } from '../../../_lib/or-later.ts';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { gateOf } from './gate-of.ts';
import { ImportView } from './import-view.tsx';

type Props = { params: Promise<{ import: string }> };

export const metadata: Metadata = { title: 'Import' };

/** Is this build good: what fails in it, may it go on, and was everything read? */
export default async function ImportPage({ params }: Props) {
  const { import: number } = await params;
  if (!/^\d{1,9}$/.test(number)) notFound();
  const { results } = await api();
  const first = await orNotFound(results.page({ import: Number(number) }));
  const asked = gateOf(first.import);
  const gate = asked === null ? undefined : await orLater(results.gate(asked));
  return <ImportView first={first} firstGate={gate} />;
}
