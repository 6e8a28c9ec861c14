import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orNotFound } from '../../../_lib/or-not-found.ts';
import { api } from '../../../_lib/session.ts';
import { ReviewView } from './review-view.tsx';

type Props = { params: Promise<{ review: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Review ${decodeURIComponent((await params).review).slice(0, 12)}` };
}

/** This run got stuck: what do we do with it? */
export default async function ReviewPage({ params }: Props) {
  const number = Number((await params).review);
  if (!Number.isInteger(number) || number < 1 || number > 2_147_483_647) notFound();
  const { reviews } = await api();
  const first = await orNotFound(reviews.page({ review: number }));
  return <ReviewView number={number} first={first} />;
}
