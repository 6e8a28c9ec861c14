import { cellText } from './cell-text.ts';
import { amount, type ReportDefinition, type ReportRow, type Unit } from './report.ts';
import { periodsOf, type Span, type Step } from './span.ts';

/** What a series means, where its name says so; `first` and `second` are told apart and mean nothing. */
export type SeriesTone = 'good' | 'attention' | 'bad' | 'idle' | 'busy' | 'first' | 'second';

export interface PlotSeries {
  readonly title: string;
  readonly tone: SeriesTone;
  /** One for each label; null is a gap. */
  readonly values: readonly (number | null)[];
}

/** A drawing without its paper: labels along one axis, values along the other from 0 to `top`. */
export interface Plot {
  readonly kind: 'line' | 'stack' | 'columns' | 'bars';
  readonly labels: readonly string[];
  readonly series: readonly PlotSeries[];
  /** How values are read. */
  readonly unit: Unit;
  readonly top: number;
}

/** Of bars so many are drawn; the table has them all. */
const mostBars = 12;

/** The drawing of a report's rows. */
export function plotOf(
  definition: Pick<ReportDefinition, 'chart' | 'columns'>,
  rows: readonly ReportRow[],
  { span, by }: { span: Span; by: Step },
): Plot {
  const { chart } = definition;
  const column = (key: string) => definition.columns.find((one) => one.key === key);
  const titleOf = (key: string) => column(key)?.title ?? key;
  const plot = (labels: readonly string[], series: readonly PlotSeries[], key: string): Plot => {
    const unit = column(key)?.unit ?? 'count';
    return { kind: chart.kind, labels, series, unit, top: topOf(highest(chart.kind, series, labels.length), unit) };
  };
  switch (chart.kind) {
    case 'line': {
      const byPeriod = new Map(rows.map((row) => [row[chart.x], row]));
      const labels = periodsOf(span, by);
      const values = labels.map((label) => numberOr(byPeriod.get(label)?.[chart.y], null));
      return plot(labels, [{ title: titleOf(chart.y), tone: 'first', values }], chart.y);
    }
    case 'stack': {
      const labels = periodsOf(span, by);
      const names = [...new Set(rows.map((row) => String(row[chart.series])))].toSorted(byMeaning);
      const series = names.map((name, index) => {
        const found = new Map(
          rows.filter((row) => row[chart.series] === name).map((row) => [row[chart.x], amount(row, chart.y)]),
        );
        return { title: name, tone: toneOf(name, index), values: labels.map((label) => found.get(label) ?? 0) };
      });
      return plot(labels, series, chart.y);
    }
    case 'columns': {
      const labels = rows.map((row) => cellText(row[chart.x], 'number'));
      const series = chart.ys.map((key, index) => ({
        title: titleOf(key),
        tone: index === 0 ? ('first' as const) : ('second' as const),
        values: rows.map((row) => amount(row, key)),
      }));
      return plot(labels, series, chart.ys[0] ?? '');
    }
    case 'bars': {
      const shown = rows.toSorted((one, other) => amount(other, chart.y) - amount(one, chart.y)).slice(0, mostBars);
      const labels = shown.map((row) => chart.names.map((name) => cellText(row[name], 'text')).join(' · '));
      const values = shown.map((row) => numberOr(row[chart.y], null));
      return plot(labels, [{ title: titleOf(chart.y), tone: 'first', values }], chart.y);
    }
  }
}

const meanings: Readonly<Record<string, SeriesTone>> = {
  SUCCESS: 'good',
  SUCCESS_WITH_WARNING: 'attention',
  FAILURE: 'bad',
  ABORTED: 'idle',
};

function toneOf(name: string, index: number): SeriesTone {
  return meanings[name] ?? (index % 2 === 0 ? 'busy' : 'second');
}

/** Good ends lie at the bottom of a stack, others on top of them. */
function byMeaning(one: string, other: string): number {
  const known = Object.keys(meanings);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return place(one) - place(other) || one.localeCompare(other);
}

function numberOr<Other>(cell: ReportRow[string] | undefined, other: Other): number | Other {
  return typeof cell === 'number' ? cell : other;
}

function highest(kind: Plot['kind'], series: readonly PlotSeries[], labels: number): number {
  if (kind !== 'stack') return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const sums = Array.from({ length: labels }, (_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  return Math.max(0, ...sums);
}

/** The end of the axis: a round number at or above the highest value. A ratio that is more than half of all has all above it. */
function topOf(high: number, unit: Unit): number {
  if (unit === 'ratio' && high > 0.5) return 1;
  if (unit === 'count') return levels * roundAbove(Math.max(high / levels, 1), [1, 2, 3, 4, 5, 10]);
  return high <= 0 ? 1 : roundAbove(high, [1, 2, 2.5, 5, 10]);
}

/** The least of these steps, times a power of ten, that is not below a value above 0. */
function roundAbove(value: number, steps: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (steps.find((step) => step * power >= value) ?? 10) * power;
}

/** So many lines are drawn across above that of 0; what is counted has whole numbers at each. */
const levels = 4;

/** The values at which lines are drawn across, from 0 to the top. */
export function levelsOf({ top }: Pick<Plot, 'top'>): number[] {
  return Array.from({ length: levels + 1 }, (_, level) => (level / levels) * top);
}
