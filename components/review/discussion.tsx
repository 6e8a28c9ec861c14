'use client';

import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { useZone } from '#components/ui/zone.tsx';
import { entryWords } from './entry-words.ts';
import type { DiscussionEntry } from './types.ts';

export type DiscussionProps = { entries: readonly DiscussionEntry[] };

/** What was said and done in a review, oldest first. */
export function Discussion({ entries }: DiscussionProps) {
  const zone = useZone();
  return (
    <ol aria-label="Discussion" className="flex flex-col gap-2 border-line border-y py-2">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-0.5 px-2 text-sm">
          <span className="flex flex-wrap items-baseline gap-x-2 text-ink-muted">
            <span className="font-medium text-ink">
              <SafeText text={entry.by} limit={40} />
            </span>
            <span className="min-w-0 wrap-anywhere">{entryWords(entry, zone)}</span>
            <span className="text-xs">
              <RelativeTime at={entry.at} />
            </span>
          </span>
          {entry.text !== '' && entry.kind !== 'opened' && (
            <p className="whitespace-pre-wrap">
              <SafeText text={entry.text} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
