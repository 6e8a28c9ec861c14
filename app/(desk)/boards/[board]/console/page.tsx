import type { Metadata } from 'next';
import { orNotFound } from '../../../../_lib/or-not-found.ts';
import { api } from '../../../../_lib/session.ts';
import { ConsoleDesk } from './console-desk.tsx';

type Props = { params: Promise<{ board: string }> };

export const metadata: Metadata = { title: 'Console' };

/** What does the board say, and what can I tell it? */
export default async function ConsolePage({ params }: Props) {
  const { board } = await params;
  const { consoles } = await api();
  return <ConsoleDesk state={await orNotFound(consoles.state({ board }))} />;
}
