import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { api } from '../../../_lib/session.ts';
import { RunView } from './run-view.tsx';

type Props = { params: Promise<{ run: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${decodeURIComponent((await params).run).slice(0, 40)}` };
}

/** Where is it, why did it go there, is it getting better, what can I do? */
export default async function RunPage({ params }: Props) {
  const { run } = await params;
  const { runs } = await api();
  const first = await runs.page({ run: decodeURIComponent(run).slice(0, 40) }).catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
    throw error;
  });
  return <RunView run={run} first={first} />;
}
