import { join } from 'node:path';
import { root } from '../stack/root.ts';
import type { Counts } from './counts.ts';
import { readPlaywrightCounts, readVitestCounts } from './counts.ts';

/** One part of `npm test`. */
export interface Step {
  /** Chooses the step: `npm test -- unit`. */
  readonly name: string;
  readonly title: string;
  /** A program of the installed packages with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Whether file names given to `npm test` are passed on. */
  readonly takesFiles: boolean;
  /** After so many minutes the step counts as failed; together they stay below 45. */
  readonly limitMinutes: number;
  /** Reads the counts of single tests from the report; without it the whole step counts as one test. */
  readonly readCounts?: (report: string) => Counts | undefined;
}

/** Where a step's machine-readable report goes. */
export function reportPath(name: string): string {
  return join(root, 'test-results', `${name}.json`);
}

/** In the order they run: the quick ones first. */
export const steps: readonly Step[] = [
  { name: 'types', title: 'Types', command: ['tsc', '-p', '.'], takesFiles: false, limitMinutes: 3 },
  { name: 'lint', title: 'Style and walls', command: ['biome', 'check'], takesFiles: false, limitMinutes: 1 },
  { name: 'unused', title: 'Unused code', command: ['knip'], takesFiles: false, limitMinutes: 2 },
  vitest('unit', 'Pure code', 4),
  vitest('real', 'Postgres, git, compilers', 17),
  {
    name: 'pages',
    title: 'Pages in a browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    takesFiles: true,
    limitMinutes: 15,
    readCounts: readPlaywrightCounts,
  },
];

function vitest(project: string, title: string, limitMinutes: number): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath(project)}`];
  return {
    name: project,
    title,
    command: ['vitest', 'run', '--project', project, ...reporters],
    takesFiles: true,
    limitMinutes,
    readCounts: readVitestCounts,
  };
}
