import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ConsoleTalk } from './types.ts';

export type RecordingsProps = { talks: readonly ConsoleTalk[]; shown: string | null; onShow: (id: string) => void };

/** Every talk with this board, to be looked at again. */
export function Recordings({ talks, shown, onShow }: RecordingsProps) {
  if (talks.length === 0) return <p className="text-ink-muted text-sm">Nobody has talked with this board yet.</p>;
  return (
    <ul className="divide-y divide-line border-line border-y text-sm">
      {talks.map((talk) => (
        <li key={talk.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
          <span className="font-medium">{talk.askedBy}</span>
          <RelativeTime at={talk.askedAt} />
          <span className="min-w-0 flex-1 text-ink-muted wrap-anywhere">{talk.closedBecause ?? 'going on'}</span>
          {talk.recordingGoneAt === null ? (
            <Button kind="quiet" aria-pressed={shown === talk.id} onClick={() => onShow(talk.id)}>
              Replay
            </Button>
          ) : (
            <span className="text-ink-muted">
              its recording went <RelativeTime at={talk.recordingGoneAt} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
