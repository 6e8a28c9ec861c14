import type { Metadata } from 'next';
import { orLater } from '../../../_lib/or-later.ts';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { BoardPage } from './board.tsx';

export const metadata: Metadata = { title: 'Board' };

/** What is this board worth, who has it and for how long, and what happened to it? */
export default async function BoardRoute({ params }: { params: Promise<{ board: string }> }) {
  const { board } = await params;
  const { boards, consoles, results } = await api();
  const page = await orNotFound(boards.page({ board }));
  const [checkPlan, health, tests] = await Promise.all([
    orLater(boards.checkPlan({ board })),
    orLater(consoles.health({ board })),
    orLater(unlessForbidden(results.failsOnlyOn({ board: page.board.name }))),
  ]);
  return <BoardPage first={page} checkPlan={checkPlan} health={health} tests={tests} />;
}
