import { cx } from '#components/ui/cx.ts';
import { counted } from '#lib/format/count.ts';
import { testFaces } from './test-face.ts';

export type HeatMapLegendProps = { tests: number; iterations: number };

/** How many tests and iterations there are, and what each mark means. */
export function HeatMapLegend({ tests, iterations }: HeatMapLegendProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-ink-muted text-xs">
      <span className="font-semibold text-ink text-sm">
        {counted(tests, 'test')} × {counted(iterations, 'iteration')}
      </span>
      {Object.entries(testFaces).map(([status, { fill, glyph }]) => (
        <span key={status} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className={cx('flex size-3 items-center justify-center rounded-xs text-ink-inverse leading-none', fill)}
          >
            {glyph}
          </span>
          {status}
        </span>
      ))}
    </p>
  );
}
