import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Boards } from './boards.tsx';

export const metadata: Metadata = { title: 'Boards' };

/** Which boards are there, what are they worth, who has them, and which can I have? */
export default async function BoardsPage() {
  const { boards } = await api();
  const [first, mine] = await Promise.all([boards.fleet(), boards.mine()]);
  return <Boards first={first} firstMine={mine} />;
}
