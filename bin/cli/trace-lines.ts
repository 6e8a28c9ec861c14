import { duration } from '#lib/format/duration.ts';
import type { TraceRow } from '#lib/report/trace-rows.ts';
import { folded, lengthOf } from './fold.ts';
import { oneLine, table } from './table.ts';

const head = ['step', 'time (UTC)', 'iteration', 'transition', 'after', 'by', 'reason'];

/** Below this a terminal cuts the lines itself. */
const narrowest = 20;

/** Every transition as a row of a table; where a terminal of `width` columns has no room for one, a few lines below each other. */
export function traceLines(transitions: readonly TraceRow[], width?: number): string[] {
  const rows = table([head, ...transitions.map(cells)], width);
  const isTooWide = width !== undefined && rows.some((row) => lengthOf(row) > width);
  return isTooWide ? transitions.flatMap((row) => stacked(row, width)) : rows;
}

function cells(row: TraceRow): string[] {
  return [String(row.seq), row.at, String(row.iteration), movement(row), spent(row), row.actor, row.reason];
}

/** Step and movement, below it the reason, below that the rest. */
function stacked(row: TraceRow, width: number): string[] {
  const indent = ' '.repeat(6);
  const room = Math.max(width - indent.length, narrowest);
  const below = [row.reason, `${row.at}, iteration ${row.iteration}, after ${spent(row)}, by ${row.actor}`];
  const [first = '', ...more] = [movement(row), ...below].flatMap((text) => folded(oneLine(text), room));
  return [`${String(row.seq).padEnd(indent.length)}${first}`, ...more.map((line) => `${indent}${line}`)];
}

function movement({ from, to }: TraceRow): string {
  return from === to ? to : `${from} → ${to}`.trim();
}

function spent({ ms_in_from }: TraceRow): string {
  return duration(ms_in_from).replaceAll('\u00a0', ' ');
}
