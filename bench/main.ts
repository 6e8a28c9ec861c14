import { loadavg } from 'node:os';
import type { Bench, Figure } from './bench.ts';
import { boardsBench } from './boards.ts';
import { console } from './console.ts';
import { kills } from './kills.ts';
import { loop } from './loop.ts';
import { pages } from './pages.ts';
import { qemu } from './qemu.ts';
import { reports } from './reports.ts';
import { results } from './results.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { transitions } from './transitions.ts';

const benches: Readonly<Record<string, Bench>> = {
  results,
  loop,
  transitions,
  qemu,
  console,
  boards: boardsBench,
  start,
  kills,
  pages,
  search,
  reports,
};

/** `npm run bench [-- NAME…]`: takes all measurements or the named ones, and prints one table. */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    print(`There is no bench ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`);
    return 2;
  }
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  const table: (readonly [string, Figure])[] = [];
  for (const [name, bench] of chosen) {
    print(`${name}: ${bench.does} (load ${load()})`);
    const figures = await bench.run((line) => print(`  ${line}`));
    table.push(...figures.map((figure) => [name, figure] as const));
  }
  print(`\n${drawn(table)}\n\nload at the end: ${load()}`);
  return table.some(([, { holds }]) => holds === false) ? 1 : 0;
}

function drawn(table: readonly (readonly [string, Figure])[]): string {
  const rows = [
    ['bench', 'figure', 'value', 'target', ''],
    ...table.map(([name, { what, value, target, holds }]) => [name, what, value, target, marks[String(holds)] ?? '']),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const marks: Readonly<Record<string, string>> = { true: 'holds', false: 'MISSED', null: '' };

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main(process.argv.slice(2));
