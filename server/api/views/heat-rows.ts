import { columnsBegunWith, tellChanges } from '#lib/heat/tell-changes.ts';
import { groupsOf, type TestGroup, testGroups, urgencyOf } from '#lib/heat/test-groups.ts';
import type { MeasuredRow } from '#server/store/pages/heat-map.ts';

/** A test over the iterations, as the heat map draws it. */
export interface HeatRow {
  readonly id: string;
  readonly name: string;
  readonly suite: string;
  /** A letter per iteration, see `lib/heat/cell.ts`. */
  readonly cells: string;
  readonly groups: readonly TestGroup[];
}

export interface HeatMap {
  readonly iterations: readonly number[];
  /** What needs a look first. */
  readonly rows: readonly HeatRow[];
  readonly counts: Readonly<Record<TestGroup, number>>;
}

/** The whole map from what was measured; `rolledBack` are the iterations whose tree was given up. */
export function heatMapOf(measured: readonly MeasuredRow[], rolledBack: ReadonlySet<number>): HeatMap {
  const iterations = [...new Set(measured.flatMap((row) => row.iterations))].sort((one, other) => one - other);
  const columnOf = new Map(iterations.map((iteration, column) => [iteration, column]));
  const against = columnsBegunWith(iterations, rolledBack);
  const rows = measured.map((row) => {
    const cells = lettersOf(row, columnOf);
    const groups = groupsOf(cells);
    return { id: row.testId, name: row.name, suite: row.suite, cells: tellChanges(cells, against), groups };
  });
  const ranked = rows.map((row) => ({ row, urgency: urgencyOf(row.groups), failures: failuresOf(row.cells) }));
  // The measured rows come by suite and name, and the sort is stable.
  ranked.sort((one, other) => one.urgency - other.urgency || other.failures - one.failures);
  return { iterations, rows: ranked.map(({ row }) => row), counts: countsOf(rows) };
}

/** Rows of a group whose name or suite contains a text. */
export function chosenRows({ rows }: HeatMap, { group, text }: { group: TestGroup; text: string }): readonly HeatRow[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (group === 'all' || row.groups.includes(group)) &&
      (wanted === '' || `${row.suite} ${row.name}`.toLowerCase().includes(wanted)),
  );
}

function lettersOf({ iterations, letters }: MeasuredRow, columnOf: ReadonlyMap<number, number>): string {
  const cells = Array.from<string>({ length: columnOf.size }).fill('.');
  iterations.forEach((iteration, index) => {
    cells[columnOf.get(iteration) ?? 0] = letters[index] ?? '.';
  });
  return cells.join('');
}

function failuresOf(cells: string): number {
  return Array.from(cells).filter((letter) => 'FE-'.includes(letter)).length;
}

function countsOf(rows: readonly HeatRow[]): Record<TestGroup, number> {
  const counts = Object.fromEntries(testGroups.map((group) => [group, 0])) as Record<TestGroup, number>;
  for (const { groups } of rows) for (const group of groups) counts[group] += 1;
  return counts;
}
