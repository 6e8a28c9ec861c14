import type { Metadata } from 'next';
import { api } from '../../_lib/session.ts';
import { Reviews } from './reviews.tsx';

export const metadata: Metadata = { title: 'Reviews' };

/** Which runs got stuck and wait for a decision, and whose is it? */
export default async function ReviewsPage() {
  const { reviews } = await api();
  return <Reviews first={await reviews.list({ view: 'open' })} />;
}
