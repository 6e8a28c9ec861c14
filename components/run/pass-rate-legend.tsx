import type { ReactNode } from 'react';
import { percent } from '#lib/format/percent.ts';
import type { RateLines } from './iteration-types.ts';

export type PassRateLegendProps = { lines: RateLines };

/** What each line of the pass-rate chart is, drawn as it is drawn there. */
export function PassRateLegend({ lines }: PassRateLegendProps) {
  return (
    <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-ink-muted text-xs">
      <span className="font-semibold text-ink text-sm">Pass rate</span>
      <Entry word="kept">
        <line x1={0} x2={20} y1={6} y2={6} className="stroke-series-kept" strokeWidth={2} />
        <circle cx={10} cy={6} r={3} className="fill-series-kept" />
      </Entry>
      <Entry word="measured">
        <circle cx={10} cy={6} r={3.5} className="fill-surface stroke-series-measured" strokeWidth={1.5} />
      </Entry>
      <Entry word="best">
        <path d="M0 9h10v-6h10" className="fill-none stroke-series-best" strokeWidth={1.25} />
      </Entry>
      <Entry word={`target ${percent(lines.target)}`}>
        <line x1={0} x2={20} y1={6} y2={6} className="stroke-good" strokeDasharray="5 3" strokeWidth={1.5} />
      </Entry>
      {lines.failure !== undefined && (
        <Entry word={`failure ${percent(lines.failure)}`}>
          <line x1={0} x2={20} y1={6} y2={6} className="stroke-bad" strokeDasharray="1.5 3" strokeWidth={2} />
        </Entry>
      )}
      {lines.plateauWindow !== undefined && (
        <Entry word={`plateau window ${lines.plateauWindow}`}>
          <rect width={20} height={12} className="fill-attention-soft stroke-attention-line" />
        </Entry>
      )}
    </figcaption>
  );
}

function Entry({ word, children }: { word: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden="true" width={20} height={12}>
        {children}
      </svg>
      {word}
    </span>
  );
}
