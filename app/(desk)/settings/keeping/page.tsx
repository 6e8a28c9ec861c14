import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { Keeping } from './keeping.tsx';

export const metadata: Metadata = { title: 'Keeping' };

/** What is kept for how long, and what would go now? */
export default async function KeepingPage() {
  const { retention } = await api();
  const first = await unlessForbidden(retention.page());
  if (first !== null) return <Keeping first={first} />;
  return (
    <SettingsFrame current="keeping" title="Keeping" line="What is kept for how long.">
      <NotForYou what="see what is kept for how long" who="An admin" />
    </SettingsFrame>
  );
}
