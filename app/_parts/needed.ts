'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../_lib/trpc.ts';

/** Counts that the frame shows where somebody is needed are looked at so often, milliseconds. */
const lookEveryMs = 10_000;

/** What waits for people: open reviews, of which those that are mine or nobody's need me, and what I have not seen yet. */
export function useNeeded(): { reviews: number; unread: number } {
  const trpc = useTRPC();
  const counts = useQuery(trpc.reviews.counts.queryOptions(undefined, { refetchInterval: lookEveryMs }));
  const unread = useQuery(trpc.notifications.unread.queryOptions(undefined, { refetchInterval: lookEveryMs }));
  return { reviews: (counts.data?.mine ?? 0) + (counts.data?.unassigned ?? 0), unread: unread.data ?? 0 };
}
