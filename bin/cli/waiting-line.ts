import { duration } from '#lib/format/duration.ts';
import { relativeTime } from '#lib/format/relative-time.ts';
import type { WaitingView } from '#server/review/waiting-view.ts';

/** How a run waits, in a line: for what, how long already, when people are reminded, and what happens unanswered. `now` is epoch milliseconds. */
export function waitingLine({ what, since, remindAt, default: ending }: WaitingView, now: number): string {
  const parts = [
    `waits for ${what}, ${duration(now - since)} so far`,
    ...(remindAt === null ? [] : [`people ${remindAt > now ? 'are' : 'were'} reminded ${relativeTime(remindAt, now)}`]),
    ending === null
      ? 'it waits as long as it takes'
      : `unanswered it goes to ${ending.to} ${relativeTime(ending.dueAt, now)}`,
  ];
  return parts.join('; ').replaceAll('\u00a0', ' ');
}
