'use client';

import { ArrowRight } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { tones } from '#components/ui/tone.ts';
import { useZone } from '#components/ui/zone.tsx';
import { duration } from '#lib/format/duration.ts';
import { clockTime, exactTime } from '#lib/format/exact-time.ts';
import { EvidenceLinks } from './evidence-links.tsx';
import type { TraceRow } from './trace-types.ts';

export type TraceLineProps = { row: TraceRow; href: string; selected: boolean };

/** One transition: when, from where to where on which event, why, by whom, and how long it stayed before. */
export function TraceLine({ row, href, selected }: TraceLineProps) {
  const zone = useZone();
  const { icon: Icon, ink } = tones[row.toTone];
  return (
    <article
      className={cx(
        'grid grid-cols-[3rem_4.5rem_minmax(0,1fr)_auto] gap-x-3 border-line border-b px-2 py-1.5 text-sm max-md:grid-cols-[4.5rem_minmax(0,1fr)]',
        selected && 'bg-sunken',
      )}
    >
      <Link
        kind="bare"
        href={href}
        scroll={false}
        data-row
        aria-label={`Transition ${row.seq}`}
        className="tabular text-right text-ink-muted hover:underline max-md:hidden"
      >
        {row.seq}
      </Link>
      <time
        dateTime={new Date(row.at).toISOString()}
        title={exactTime(row.at, zone)}
        className="tabular text-ink-muted"
      >
        {clockTime(row.at, zone)}
      </time>
      <div className="flex min-w-0 flex-col">
        <p className="tabular flex flex-wrap items-center gap-x-1.5">
          <span className="text-ink-muted">{row.from}</span>
          <ArrowRight role="img" aria-label="to" className="size-3.5 text-ink-faint" />
          <span className="inline-flex items-center gap-1 font-medium">
            <Icon aria-hidden className={cx('size-3.5', ink)} />
            {row.to}
          </span>
          <span className="text-ink-faint text-xs">{row.event}</span>
        </p>
        <p>
          <SafeText text={row.reason} limit={400} />
        </p>
        <EvidenceLinks evidence={row.evidence} />
      </div>
      <p className="flex flex-col items-end text-ink-muted text-xs max-md:col-start-2 max-md:flex-row max-md:gap-3">
        <span className="max-w-40 truncate">
          <bdi>{row.actor}</bdi>
        </span>
        <span className="whitespace-nowrap">
          <span className="tabular">{duration(row.timeInFrom)}</span> in state, iteration {row.iteration}
        </span>
      </p>
    </article>
  );
}
