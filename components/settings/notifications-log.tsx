'use client';

import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { duration } from '#lib/format/duration.ts';
import type { DeliveryLogRow } from './notifications-types.ts';

export type NotificationLogProps = { rows: readonly DeliveryLogRow[]; onRetry: (id: string) => void };

const tones = {
  queued: 'busy',
  sending: 'busy',
  sent: 'good',
  failed: 'bad',
  unroutable: 'bad',
} as const satisfies Record<DeliveryLogRow['status'], Tone>;

/** What left, what did not and why: each attempt with the receiver's answer. */
export function NotificationLog({ rows, onRetry }: NotificationLogProps) {
  if (rows.length === 0)
    return (
      <EmptyState title="Nothing has been sent">
        Each delivery is listed here with every attempt and its answer.
      </EmptyState>
    );
  return (
    <ol className="flex flex-col border-line border-y">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-1 border-line border-b px-2 py-2 text-sm last:border-b-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <ToneMark tone={tones[row.status]}>{row.status === 'unroutable' ? 'no channel' : row.status}</ToneMark>
            <span className="min-w-0 font-medium">
              <ClippedText text={row.title} limit={160} />
            </span>
            <span className="text-ink-muted">
              <ClippedText
                text={row.channel === 'none' ? row.channelKind : `${row.channel} (${row.channelKind})`}
                limit={60}
              />
            </span>
            <span className="text-ink-muted text-xs">
              <RelativeTime at={row.createdAt} />
            </span>
            {row.status === 'queued' && row.attempts > 0 && (
              <span className="text-ink-muted text-xs">
                next try <RelativeTime at={row.dueAt} />, {row.attempts} of {row.maxAttempts} used
              </span>
            )}
            {row.status === 'failed' && (
              <Button aria-label={`Send again: ${row.title}`} onClick={() => onRetry(row.id)}>
                Send again
              </Button>
            )}
          </div>
          {row.status === 'unroutable' && row.error !== null && <p className="text-ink-muted">{row.error}</p>}
          <ul className="flex flex-col">
            {row.log.map((attempt) => (
              <li key={attempt.n} className="flex flex-wrap gap-x-2 text-ink-muted text-xs">
                <span className="tabular">{`${attempt.n}. ${attempt.ok === null ? 'unknown: its sender ended' : attempt.ok ? 'sent' : 'failed'}`}</span>
                {attempt.ms !== null && <span className="tabular">{duration(attempt.ms)}</span>}
                {attempt.detail !== null && <SafeText text={attempt.detail} limit={160} />}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
