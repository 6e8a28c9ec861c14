import type { Metadata } from 'next';
import { api } from '../../../_lib/session.ts';
import { unlessForbidden } from '../../../_lib/unless-forbidden.ts';
import { NotForYou } from '../../../_parts/not-for-you.tsx';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { Tokens } from './tokens.tsx';

export const metadata: Metadata = { title: 'Tokens' };

/** Which programs come in, as whom, with which rights, and when did each last? */
export default async function TokensPage() {
  const { tokens } = await api();
  const first = await unlessForbidden(tokens.list());
  if (first !== null) return <Tokens first={first} />;
  return (
    <SettingsFrame current="tokens" title="Tokens" line="What programs show instead of signing in.">
      <NotForYou what="make tokens" who="An admin" />
    </SettingsFrame>
  );
}
