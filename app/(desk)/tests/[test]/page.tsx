import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { TestView } from './test-view.tsx';

type Props = { params: Promise<{ test: string }> };

const anId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const metadata: Metadata = { title: 'Test' };

/** Since when does this test fail, on what, and who mended it last time? */
export default async function TestPage({ params }: Props) {
  const { test } = await params;
  if (!anId.test(test)) notFound();
  const { results } = await api();
  return <TestView first={await orNotFound(results.test({ testId: test }))} />;
}
