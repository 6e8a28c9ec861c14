import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { asSent } from '../../../_lib/as-sent.ts';
import { orLater } from '../../../_lib/or-later.ts';
import { api } from '../../../_lib/session.ts';
import { choicesOf, launchAddress, loadDraft, wholeDraft } from './draft-address.ts';
import { Launch } from './launch.tsx';

export const metadata: Metadata = { title: 'Launch a run' };

type Search = Promise<Record<string, string | string[] | undefined>>;

/** What will happen if I press Launch? */
export default async function LaunchPage({ searchParams }: { searchParams: Search }) {
  const { launch } = await api();
  const search = await searchParams;
  const { from, like, fork, at } = search;
  const run = numberOf(from);
  const atSeq = numberOf(at);
  if (run !== null) {
    const more = atSeq === null ? { like: String(run) } : { fork: String(run), at: String(atSeq) };
    redirect(launchAddress(await launch.again({ run }), more));
  }
  const { known, examples, presets } = await launch.options();
  const choices = choicesOf(wholeDraft(loadDraft(search), { known, examples }));
  const preview = choices.folder === '' ? undefined : await orLater(launch.preview({ choices }).then(asSent));
  return (
    <Launch
      known={known}
      examples={examples}
      presets={presets}
      like={numberOf(like)}
      fork={forkPoint(numberOf(fork), atSeq)}
      first={preview && { choices, preview }}
    />
  );
}

function forkPoint(run: number | null, at: number | null) {
  return run === null || at === null ? null : { run, at };
}

function numberOf(text: string | string[] | undefined): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
