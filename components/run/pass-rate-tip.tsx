import { percent } from '#lib/format/percent.ts';
import type { RatePoint } from './iteration-types.ts';

export type PassRateTipProps = { point: RatePoint | undefined };

/** The numbers under the pointer. */
export function PassRateTip({ point }: PassRateTipProps) {
  if (!point) return null;
  const rows = [
    { word: 'measured', rate: point.measured },
    { word: 'kept', rate: point.kept },
    { word: 'best', rate: point.best },
  ];
  return (
    <div className="max-w-64 rounded-md border bg-raised px-2 py-1.5 text-xs shadow-overlay">
      <p className="font-medium">{point.iteration === 0 ? 'Base' : `Iteration ${point.iteration}`}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {rows.map(({ word, rate }) => (
          <div key={word} className="contents">
            <dt className="text-ink-muted">{word}</dt>
            <dd className="tabular text-right">{rate === null ? 'not measured' : percent(rate)}</dd>
          </div>
        ))}
      </dl>
      {point.note !== undefined && <p className="wrap-anywhere pt-1 text-ink-muted">{point.note}</p>}
    </div>
  );
}
