import type { Metadata } from 'next';
import { orLater } from '../../../_lib/or-later.ts';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { type Address, isForTrace, iterationOf, momentOf } from './first-of.ts';
import { firstViewsOf } from './first-views.ts';
import { pastOf } from './past-of.ts';
import { RunView } from './run-view.tsx';

type Props = { params: Promise<{ run: string }>; searchParams: Promise<Address> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${decodeURIComponent((await params).run).slice(0, 40)}` };
}

/** Where is it, why did it go there, is it getting better, what can I do? With `at`: how was that then? */
export default async function RunPage({ params, searchParams }: Props) {
  const run = decodeURIComponent((await params).run).slice(0, 40);
  const address = await searchParams;
  const called = await api();
  const { runs, reviews } = called;
  const now = await orNotFound(runs.page({ run }));
  const at = momentOf(address, now);
  const past = at === null ? undefined : await orLater(runs.page({ run, at }));
  const { id: runId, life, machine } = now.detail;
  const looked = iterationOf(address, past ?? now);
  const [trace, waiting, iteration, views] = await Promise.all([
    isForTrace(address, now) ? orLater(runs.trace({ runId })) : undefined,
    life.status === 'waiting' ? orLater(reviews.waiting({ runId })) : undefined,
    looked === null ? undefined : orLater(runs.iteration(looked).then((view) => ({ asked: looked, view }))),
    orLater(firstViewsOf(called, machine, { runId, ...pastOf(past ?? now) })),
  ]);
  return <RunView run={run} first={{ now, past, trace, waiting, iteration, views }} />;
}
