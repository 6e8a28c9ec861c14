import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Results } from './results.tsx';

export const metadata: Metadata = { title: 'Results' };

/** What have our builds brought lately, and does anything wait or lie aside? */
export default async function ResultsPage() {
  const { results } = await api();
  return <Results first={await results.overview({})} />;
}
