import type { Metadata } from 'next';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { firstTabOf } from './run-commands.ts';
import { RunView } from './run-view.tsx';

type Address = Partial<Record<'at' | 'tab' | 'state' | 'q', string | string[]>>;
type Props = { params: Promise<{ run: string }>; searchParams: Promise<Address> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${decodeURIComponent((await params).run).slice(0, 40)}` };
}

/** Where is it, why did it go there, is it getting better, what can I do? With `at`: how was that then? */
export default async function RunPage({ params, searchParams }: Props) {
  const run = decodeURIComponent((await params).run).slice(0, 40);
  const address = await searchParams;
  const at = Number(address.at);
  const { runs } = await api();
  const now = await orNotFound(runs.page({ run }));
  const { id, machine } = now.detail;
  const wanted = Number.isInteger(at) && at >= 1 && at <= now.transitions;
  const [past, trace] = await Promise.all([
    wanted ? runs.page({ run, at }).catch(() => null) : null,
    asksForTrace(address, machine) ? runs.trace({ runId: id }) : undefined,
  ]);
  return <RunView run={run} first={{ now, past, trace }} />;
}

/** Whether the trace of the run is what is looked at first, and all of it. */
function asksForTrace({ at, tab, state, q }: Address, machine: string): boolean {
  return (tab ?? firstTabOf(machine)) === 'trace' && at === undefined && state === undefined && q === undefined;
}
