import { memo } from 'react';
import { cx } from '#components/ui/cx.ts';
import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import { type CellMeaning, meaningAt } from '#lib/heat/cell.ts';
import { cellFaces } from './cell-face.ts';
import { CellMark } from './cell-mark.tsx';
import type { Spot } from './heat-map.tsx';
import type { TestHistory } from './test-types.ts';

export type HeatMapRowProps = {
  /** Undefined while it is on its way. */
  test: TestHistory | undefined;
  iterations: readonly number[];
  row: number;
  /** The column that Tab reaches in this row; null in every row but one. */
  tabColumn: number | null;
  selected: number | undefined;
  onFocusCell: (spot: Spot) => void;
  onSelect: (test: string, iteration: number) => void;
};

/** Up to so many iterations leave room for long names. */
const roomy = 14;

/** One test over the iterations. */
export const HeatMapRow = memo(function HeatMapRow(props: HeatMapRowProps) {
  const { test, iterations, row, tabColumn, selected, onFocusCell, onSelect } = props;
  const name = test === undefined ? '…' : visibleText(clip(test.name, 200).text);
  return (
    <tr aria-rowindex={row + 2} className="group">
      <th
        scope="row"
        title={test && `${test.suite} ${name}`}
        className="tabular sticky left-0 z-10 h-6 bg-canvas p-0 text-left font-normal group-hover:bg-sunken"
      >
        <bdi className={cx('block truncate pr-2 max-md:w-36', iterations.length <= roomy ? 'w-72' : 'w-52')}>
          {name}
        </bdi>
      </th>
      {test &&
        iterations.map((iteration, column) => (
          <td key={iteration} className="p-0">
            <Cell
              meaning={meaningAt(test.cells, column)}
              label={`${name}, iteration ${iteration}`}
              spot={{ row, column }}
              reachable={tabColumn === column}
              selected={selected === iteration}
              onFocus={onFocusCell}
              onSelect={() => onSelect(test.id, iteration)}
            />
          </td>
        ))}
    </tr>
  );
});

type CellProps = {
  meaning: CellMeaning;
  label: string;
  spot: Spot;
  reachable: boolean;
  selected: boolean;
  onFocus: (spot: Spot) => void;
  onSelect: () => void;
};

function Cell({ meaning, label, spot, reachable, selected, onFocus, onSelect }: CellProps) {
  const title = `${label}: ${cellFaces[meaning].word}`;
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      aria-pressed={selected}
      data-spot={`${spot.row} ${spot.column}`}
      tabIndex={reachable ? 0 : -1}
      onFocus={() => onFocus(spot)}
      onClick={onSelect}
      className="flex size-6 items-center justify-center rounded-sm -outline-offset-2 aria-pressed:bg-ink"
    >
      <CellMark meaning={meaning} />
    </button>
  );
}
