import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { ImportBoards } from './import-boards.tsx';

export const metadata: Metadata = { title: 'Import boards' };

/** Where boards stand when there is no site yet, as on the command line. */
const firstSite = 'lab';

/** What would this list of boards change? */
export default async function ImportPage() {
  const { boards } = await api();
  const { boards: fleet, managesAt } = await boards.fleet();
  const sites = managesAt ?? fleet.map(({ site }) => site).sort();
  if (managesAt?.length !== 0) return <ImportBoards site={sites[0] ?? firstSite} />;
  return (
    <Desk current="boards" crumbs={[{ label: 'Boards', href: '/boards' }, { label: 'Import' }]}>
      <NotForYou what="change the inventory" who="An admin" />
    </Desk>
  );
}
