import type { Metadata } from 'next';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { RunView } from './run-view.tsx';

type Props = {
  params: Promise<{ run: string }>;
  searchParams: Promise<{ at?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${decodeURIComponent((await params).run).slice(0, 40)}` };
}

/** Where is it, why did it go there, is it getting better, what can I do? With `at`: how was that then? */
export default async function RunPage({ params, searchParams }: Props) {
  const run = decodeURIComponent((await params).run).slice(0, 40);
  const at = Number((await searchParams).at);
  const { runs } = await api();
  const now = await orNotFound(runs.page({ run }));
  const wanted = Number.isInteger(at) && at >= 1 && at <= now.transitions;
  const past = wanted ? await runs.page({ run, at }).catch(() => null) : null;
  return <RunView run={run} first={{ now, past }} />;
}
