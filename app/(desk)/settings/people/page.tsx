import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { People } from './people.tsx';

export const metadata: Metadata = { title: 'People' };

/** Who is a member, who may do what where, and who is invited? */
export default async function PeoplePage() {
  const { people } = await api();
  const first = await unlessForbidden(people.list());
  if (first !== null) return <People first={first} />;
  return (
    <SettingsFrame current="people" title="People" line="Who is a member, and what they may do where.">
      <NotForYou what="manage people" who="An admin" />
    </SettingsFrame>
  );
}
