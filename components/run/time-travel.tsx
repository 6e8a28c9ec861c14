'use client';

import { GitFork } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useZone } from '#components/ui/zone.tsx';
import { clockTime } from '#lib/format/exact-time.ts';

export type TimeTravelProps = {
  /** The transition looked at, from 1 to `last`. */
  seq: number;
  last: number;
  at: number;
  onSeek: (seq: number) => void;
  onFork: () => void;
};

/** Moves the page to the run as it was after a transition. */
export function TimeTravel({ seq, last, at, onSeek, onFork }: TimeTravelProps) {
  const zone = useZone();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2 text-sm">
      <input
        type="range"
        aria-label="Transition"
        min={1}
        max={Math.max(last, 1)}
        value={seq}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        className="h-6 min-w-40 flex-1 accent-ink"
      />
      <span className="text-ink-muted">
        transition <span className="tabular text-ink">{seq}</span> of <span className="tabular">{last}</span> ·{' '}
        <span className="tabular">{clockTime(at, zone)}</span>
      </span>
      {seq < last && (
        <Button kind="quiet" onClick={() => onSeek(last)}>
          Back to now
        </Button>
      )}
      <Button onClick={onFork}>
        <GitFork aria-hidden /> Fork from here…
      </Button>
    </div>
  );
}
