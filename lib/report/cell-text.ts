import { count } from '../format/count.ts';
import { duration } from '../format/duration.ts';
import { percent } from '../format/percent.ts';
import type { Cell, Unit } from './report.ts';

/** A value as people read it; a dash for what is unknown. */
export function cellText(cell: Cell | undefined, unit: Unit): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'string') return cell === '' ? '(none)' : cell;
  return numberTexts[unit](cell);
}

const numberTexts = {
  text: String,
  period: String,
  count,
  number: (value) => String(Math.round(value * 10) / 10),
  ratio: percent,
  ms: duration,
  money: (value) => value.toFixed(2),
} as const satisfies Record<Unit, (value: number) => string>;
