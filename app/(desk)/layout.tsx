import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { currentPerson } from '../_lib/session.ts';

export const dynamic = 'force-dynamic';

/** Nobody sees a page behind this door who has not signed in. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  if ((await currentPerson()) === null) redirect('/sign-in');
  return children;
}
