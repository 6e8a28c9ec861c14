import type { Metadata } from 'next';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { BoardPage } from './board.tsx';

export const metadata: Metadata = { title: 'Board' };

/** What is this board worth, who has it and for how long, and what happened to it? */
export default async function BoardRoute({ params }: { params: Promise<{ board: string }> }) {
  const { board } = await params;
  const { boards } = await api();
  return <BoardPage first={await orNotFound(boards.page({ board }))} />;
}
