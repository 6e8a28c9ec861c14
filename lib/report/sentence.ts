import { cellText } from './cell-text.ts';
import type { Plot } from './plot.ts';

/** Of bars and classes so many are named. */
const mostNamed = 3;

/** What a drawing shows, in a sentence: the answer for whoever cannot see it, and for whoever would rather read. */
export function sentenceOf(plot: Plot): string {
  const { series, labels } = plot;
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  if (isEmpty && plot.kind !== 'line') return 'Nothing was counted in these days.';
  return sentences[plot.kind](plot, (value) => cellText(value, plot.unit), labels);
}

type Words = (plot: Plot, text: (value: number) => string, labels: readonly string[]) => string;

const sentences = {
  line: ({ series }, text, labels) => {
    const [line] = series;
    const points = labels.flatMap((label, index) => {
      const value = line?.values[index];
      return value == null ? [] : [{ label, value }];
    });
    const [first, last] = [points[0], points.at(-1)];
    if (line === undefined || first === undefined || last === undefined) return 'Nothing was counted in these days.';
    if (first === last) return `${line.title} is ${text(last.value)} in the period of ${last.label}.`;
    const values = points.map(({ value }) => value);
    const extremes = `lowest ${text(Math.min(...values))}, highest ${text(Math.max(...values))}`;
    const change = last.value > first.value ? 'rose' : last.value < first.value ? 'fell' : 'stayed';
    return `${line.title} ${change} from ${text(first.value)} (${first.label}) to ${text(last.value)} (${last.label}); ${extremes}.`;
  },
  stack: ({ series }, text) =>
    `In all: ${series
      .map(({ title, values }) => `${title} ${text(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}`)
      .join(', ')}.`,
  columns: ({ series }, text, labels) =>
    series
      .map(({ title, values }) => {
        const all = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
        if (all === 0) return `${title}: none.`;
        return `${title}: ${text(all)}, half of them up to ${labels[middleOf(values, all)] ?? ''}.`;
      })
      .join(' '),
  bars: ({ series: [bars] }, text, labels) => {
    const named = labels.slice(0, mostNamed).map((label, index) => `${label} ${text(bars?.values[index] ?? 0)}`);
    return `${bars?.title ?? ''}: ${named.join(', ')}${labels.length > mostNamed ? ' and others' : ''}.`;
  },
} as const satisfies Record<Plot['kind'], Words>;

/** The class in which half of all is reached. */
function middleOf(values: readonly (number | null)[], all: number): number {
  let sum = 0;
  return values.findIndex((value) => {
    sum += value ?? 0;
    return sum * 2 >= all;
  });
}
