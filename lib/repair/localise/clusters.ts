import type { TestTrace } from './spectrum.ts';

/** Above this two failing tests are taken to fail for one reason. */
const alike = 0.6;

/** Failing tests in groups that executed mostly the same lines: with several faults in a project, each group points at its own. */
export function clustersOf(failing: readonly TestTrace[]): TestTrace[][] {
  const clusters: TestTrace[][] = [];
  for (const trace of failing) {
    const home = clusters.find(([first]) => first !== undefined && jaccard(first.lines, trace.lines) >= alike);
    if (home === undefined) clusters.push([trace]);
    else home.push(trace);
  }
  return clusters;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((one) => b.has(one)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}
