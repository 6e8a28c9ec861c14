import type { HistoryEntry } from './types.ts';

type Source = Pick<HistoryEntry, 'run' | 'iteration' | 'import'>;

/** Where a result is from: `run #5, iteration 3` or `import #12`. */
export function sourceWords({ run, iteration, import: number }: Source): string {
  return run === null ? `import #${number ?? '?'}` : `run #${run}, iteration ${iteration ?? '?'}`;
}

export function sourceHref({ run, iteration, import: number }: Source): string {
  return run === null ? `/results/${number ?? ''}` : `/runs/${run}?iteration=${iteration ?? 0}`;
}
