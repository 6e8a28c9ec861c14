import { join } from 'node:path';
import { root } from '../stack/root.ts';

/** One part of `npm test`. */
export interface Step {
  /** Chooses the step: `npm test -- unit`. */
  readonly name: string;
  readonly title: string;
  /** A program of the installed packages with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** After so many minutes the step counts as failed, for it hangs: about twice what a slow machine with two cores takes. */
  readonly limitMinutes: number;
  /** Who writes a report of single tests and takes names of files; without it the whole step counts as one test. */
  readonly reports?: 'vitest' | 'playwright';
  /**
   * Whether files in which something went wrong are tried once more after all others: a deadline of real processes can
   * be missed on a busy machine. Playwright does that by itself.
   */
  readonly triesTwice?: true;
}

/** Where a step's machine-readable report goes. */
export function reportPath(name: string): string {
  return join(root, 'test-results', `${name}.json`);
}

/** In the order they run: the quick ones first. */
export const steps: readonly Step[] = [
  { name: 'types', title: 'Types', command: ['tsc', '-p', '.'], limitMinutes: 3 },
  { name: 'lint', title: 'Style and walls', command: ['biome', 'check'], limitMinutes: 1 },
  { name: 'unused', title: 'Unused code', command: ['knip'], limitMinutes: 2 },
  vitest('unit', 'Pure code', 4),
  { ...vitest('real', 'Postgres, git, compilers', 36), triesTwice: true },
  {
    name: 'pages',
    title: 'Pages in a browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    limitMinutes: 30,
    reports: 'playwright',
  },
];

function vitest(project: string, title: string, limitMinutes: number): Step {
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`];
  return {
    name: project,
    title,
    command: ['vitest', 'run', '--project', project, ...reporters],
    limitMinutes,
    reports: 'vitest',
  };
}
