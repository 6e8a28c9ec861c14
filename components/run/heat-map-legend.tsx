import type { CellMeaning } from '#lib/heat/cell.ts';
import { cellFaces } from './cell-face.ts';
import { CellMark } from './cell-mark.tsx';

const meanings = Object.keys(cellFaces).filter((meaning) => meaning !== 'absent') as CellMeaning[];

/** What each mark of the heat map means. */
export function HeatMapLegend() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-muted text-xs">
      {meanings.map((meaning) => (
        <span key={meaning} className="inline-flex items-center gap-1.5">
          <CellMark meaning={meaning} className="size-3.5" />
          {cellFaces[meaning].word}
        </span>
      ))}
    </p>
  );
}
