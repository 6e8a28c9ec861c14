'use client';

import { ChevronLeft, ChevronRight, GitFork } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useZone } from '#components/ui/zone.tsx';
import { clockTime, exactTime } from '#lib/format/exact-time.ts';
import type { Moment } from './run-types.ts';

export type TimeTravelProps = {
  /** Transitions the run has by now. */
  total: number;
  /** Where the page stands; null when it shows the run as it is. */
  moment: Moment | null;
  /** The page is on its way there. */
  pending: boolean;
  /** Null goes back to now. */
  onGo: (seq: number | null) => void;
  /** Why no fork can begin here. */
  noFork: string | undefined;
  onFork: () => void;
};

/** The slider rests for so long before the page follows, milliseconds. */
const settle = 120;

/** A slider over the transitions: the page shows the run as it stood after the one that is chosen. */
export function TimeTravel({ total, moment, pending, onGo, noFork, onFork }: TimeTravelProps) {
  const here = moment?.seq ?? total;
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => {
      onGo(wanted >= total ? null : wanted);
      setWanted(null);
    }, settle);
    return () => clearTimeout(timer);
  }, [wanted, total, onGo]);
  const at = wanted ?? here;
  const step = (by: number) => setWanted(Math.min(Math.max(at + by, 1), total));
  return (
    <section
      aria-label="Time travel"
      className="sticky bottom-0 z-20 -mx-4 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-canvas px-4 py-1.5 text-sm max-md:bottom-13"
    >
      <span className="flex items-center gap-1 max-md:w-full">
        <IconButton icon={ChevronLeft} label="Transition before" disabled={at <= 1} onClick={() => step(-1)} />
        <input
          type="range"
          aria-label="Transition"
          aria-valuetext={`transition ${at} of ${total}`}
          min={1}
          max={Math.max(total, 1)}
          value={at}
          onChange={(event) => setWanted(event.target.valueAsNumber)}
          className="w-64 accent-ink max-md:min-w-0 max-md:flex-1"
        />
        <IconButton icon={ChevronRight} label="Transition after" disabled={at >= total} onClick={() => step(1)} />
      </span>
      <p className="min-w-0 flex-1 truncate max-md:basis-full" aria-live="polite" aria-busy={pending}>
        <span className="tabular">
          transition {at} of {total}
        </span>
        {moment === null ? <span className="text-ink-muted"> · as it is now</span> : <Standing moment={moment} />}
      </p>
      {moment !== null && (
        <span className="flex gap-2">
          <Button aria-disabled={noFork !== undefined} title={noFork} onClick={() => noFork === undefined && onFork()}>
            <GitFork aria-hidden /> Fork from here…
          </Button>
          <Button kind="primary" onClick={() => onGo(null)}>
            Back to now
          </Button>
        </span>
      )}
    </section>
  );
}

function Standing({ moment: { at, to, reason } }: { moment: Moment }) {
  const zone = useZone();
  return (
    <>
      {' · '}
      <time dateTime={new Date(at).toISOString()} title={exactTime(at, zone)} className="tabular">
        {clockTime(at, zone)}
      </time>
      {' · '}
      <span className="tabular font-medium">{to}</span>{' '}
      <span className="text-ink-muted">
        <ClippedText text={reason} limit={200} />
      </span>
    </>
  );
}
