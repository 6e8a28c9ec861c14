import { api } from '../_lib/session.ts';
import { Overview } from './overview.tsx';

/** What needs me now, and what is going on? */
export default async function OverviewPage() {
  const { runs } = await api();
  const [live, ended] = await Promise.all([
    runs.list({ live: true, limit: 50 }),
    runs.list({ live: false, limit: 20 }),
  ]);
  return <Overview live={live} ended={ended} />;
}
