import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Tests } from './tests.tsx';

export const metadata: Metadata = { title: 'Tests' };

/** Which tests can we not rely on, and what do they say? */
export default async function TestsPage() {
  const { results } = await api();
  return <Tests places={await results.places()} />;
}
