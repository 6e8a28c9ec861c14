import type { ReactNode } from 'react';
import { visibleText } from '#lib/format/visible-text.ts';
import type { Plot } from '#lib/report/plot.ts';
import { sentenceOf } from '#lib/report/sentence.ts';
import { PlotBars } from './plot-bars.tsx';
import { PlotColumns } from './plot-columns.tsx';
import { PlotLine } from './plot-line.tsx';
import { seriesFills } from './series-fill.ts';

const drawings = {
  line: PlotLine,
  stack: PlotColumns,
  columns: PlotColumns,
  bars: PlotBars,
} as const satisfies Record<Plot['kind'], (props: { plot: Plot }) => ReactNode>;

/** A report's answer: drawn, and said in a sentence that everybody can read. */
export function ReportChart({ plot }: { plot: Plot }) {
  const Drawing = drawings[plot.kind];
  const sentence = visibleText(sentenceOf(plot));
  return (
    <figure aria-label={sentence} className="flex min-w-0 flex-col gap-2">
      {plot.series.length > 1 && (
        <div aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {plot.series.map(({ title, tone }) => (
            <span key={title} className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-xs" style={{ background: seriesFills[tone] }} />
              <span className="font-mono">{visibleText(title)}</span>
            </span>
          ))}
        </div>
      )}
      <Drawing plot={plot} />
      <figcaption className="text-sm">{sentence}</figcaption>
    </figure>
  );
}
