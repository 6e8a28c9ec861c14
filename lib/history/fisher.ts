/** Failures and passes here and elsewhere. */
export interface FourCounts {
  readonly badHere: number;
  readonly goodHere: number;
  readonly badElsewhere: number;
  readonly goodElsewhere: number;
}

/**
 * Fisher's exact test, one-sided: how likely at least so many of the failures would fall here, if where a test ran made no
 * difference. R. A. Fisher, Statistical Methods for Research Workers, §21.02: the hypergeometric tail.
 */
export function fisherOneSided({ badHere, goodHere, badElsewhere, goodElsewhere }: FourCounts): number {
  const here = badHere + goodHere;
  const bad = badHere + badElsewhere;
  const all = here + badElsewhere + goodElsewhere;
  const logs = logFactorials(all);
  const choose = (n: number, k: number): number => (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0);
  const fixed = choose(all, here);
  let tail = 0;
  for (let x = badHere; x <= Math.min(here, bad); x += 1)
    if (here - x <= all - bad) tail += Math.exp(choose(bad, x) + choose(all - bad, here - x) - fixed);
  return Math.min(tail, 1);
}

function logFactorials(upTo: number): readonly number[] {
  const logs = [0];
  for (let n = 1; n <= upTo; n += 1) logs.push((logs[n - 1] ?? 0) + Math.log(n));
  return logs;
}
