import { dayStart } from '#lib/format/day-start.ts';
import { api } from '../_lib/session.ts';
import { Overview } from './overview.tsx';

/** What needs me now, and what is going on? */
export default async function OverviewPage() {
  const { overview } = await api();
  const since = dayStart(Date.now(), 'UTC');
  return <Overview since={since} first={await overview.page({ since })} />;
}
