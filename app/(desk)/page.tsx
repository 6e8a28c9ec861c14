import { dayStart } from '#lib/format/day-start.ts';
import { orLater } from '../_lib/or-later.ts';
import { readerZone } from '../_lib/reader-zone.ts';
import { api } from '../_lib/session.ts';
import { unlessForbidden } from '../_lib/unless-forbidden.ts';
import { Overview } from './overview.tsx';

/** What needs me now, and what is going on? */
export default async function OverviewPage() {
  const { overview, boards } = await api();
  const since = dayStart(Math.floor(Date.now() / 1_000) * 1_000, await readerZone());
  const [first, firstBoards] = await Promise.all([overview.page({ since }), orLater(unlessForbidden(boards.counts()))]);
  return <Overview since={since} first={first} firstBoards={firstBoards} />;
}
