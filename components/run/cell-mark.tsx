import { cx } from '#components/ui/cx.ts';
import type { CellMeaning } from '#lib/heat/cell.ts';
import { cellFaces } from './cell-face.ts';

export type CellMarkProps = { meaning: CellMeaning; className?: string };

/** The square of one test in one iteration. Its meaning is said beside it. */
export function CellMark({ meaning, className }: CellMarkProps) {
  const { fill, glyph } = cellFaces[meaning];
  return (
    <span
      aria-hidden
      className={cx(
        'flex size-4.5 shrink-0 items-center justify-center rounded-xs font-semibold text-xs leading-none',
        fill,
        className,
      )}
    >
      {glyph}
    </span>
  );
}
