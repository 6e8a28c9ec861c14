import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { Keys } from './keys.tsx';

export const metadata: Metadata = { title: 'Keys of models' };

/** Which keys can agents work with, and can they be used? */
export default async function KeysPage() {
  const { keys } = await api();
  const first = await unlessForbidden(keys.list());
  if (first !== null) return <Keys first={first} />;
  return (
    <SettingsFrame current="keys" title="Keys of models" line="What agents show to the models that they ask.">
      <NotForYou what="see the keys of models" who="An admin" />
    </SettingsFrame>
  );
}
