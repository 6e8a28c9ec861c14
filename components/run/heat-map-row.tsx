import { cx } from '#components/ui/cx.ts';
import { clip } from '#lib/format/clip.ts';
import { visibleText } from '#lib/format/visible-text.ts';
import type { Spot } from './heat-map.tsx';
import { testFaces } from './test-face.ts';
import type { TestHistory, TestStatus } from './types.ts';

export type HeatMapRowProps = {
  test: TestHistory;
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
export function HeatMapRow(props: HeatMapRowProps) {
  const { test, iterations, row, tabColumn, selected, onFocusCell, onSelect } = props;
  const name = visibleText(clip(test.name, 200).text);
  return (
    <tr aria-rowindex={row + 2} className="group">
      <th
        scope="row"
        title={`${test.suite} ${name}`}
        className="tabular sticky left-0 z-10 h-6 bg-canvas p-0 text-left font-normal group-hover:bg-sunken"
      >
        <bdi className={cx('block truncate pr-2 max-md:w-36', iterations.length <= roomy ? 'w-80' : 'w-52')}>
          {name}
        </bdi>
      </th>
      {iterations.map((iteration, column) => (
        <td key={iteration} className="p-0">
          <Cell
            status={test.cells[column] ?? null}
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
}

type CellProps = {
  status: TestStatus | null;
  label: string;
  spot: Spot;
  reachable: boolean;
  selected: boolean;
  onFocus: (spot: Spot) => void;
  onSelect: () => void;
};

function Cell({ status, label, spot, reachable, selected, onFocus, onSelect }: CellProps) {
  const face = status === null ? undefined : testFaces[status];
  const title = `${label}: ${status ?? 'did not exist'}`;
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
      <span
        aria-hidden
        className={cx('flex size-4.5 items-center justify-center rounded-xs text-ink-inverse leading-none', face?.fill)}
      >
        {face?.glyph}
      </span>
    </button>
  );
}
