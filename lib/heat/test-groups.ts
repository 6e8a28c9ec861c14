import { fails } from './cell.ts';

/** What a reader looks for among thousands of tests. A test may be in several groups. */
export const testGroups = ['all', 'regression', 'failing', 'fixed', 'flaky', 'infrastructure'] as const;
export type TestGroup = (typeof testGroups)[number];

/** Whether a row of measured letters belongs to a group; the first letter that tells pass from fail is where it began. */
const belongs = {
  all: () => true,
  regression: (row) => fails(row.now) && row.began === 'P',
  failing: (row) => fails(row.now) && row.began !== 'P',
  fixed: (row) => row.now === 'P' && fails(row.began),
  flaky: (row) => row.measured.includes('K'),
  infrastructure: (row) => row.measured.includes('I'),
} satisfies Record<
  TestGroup,
  (row: { measured: string; began: string | undefined; now: string | undefined }) => boolean
>;

/** The groups of a test by its measured letters over the iterations. */
export function groupsOf(measured: string): readonly TestGroup[] {
  const decided = Array.from(measured).filter((letter) => letter === 'P' || letter === 'K' || fails(letter));
  const row = { measured, began: decided.find((letter) => letter !== 'K'), now: decided.at(-1) };
  return testGroups.filter((group) => belongs[group](row));
}

const order: readonly TestGroup[] = ['regression', 'failing', 'flaky', 'infrastructure', 'fixed'];

/** Where a test of these groups stands in a list: what needs a look comes first. */
export function urgencyOf(groups: readonly TestGroup[]): number {
  const place = order.findIndex((group) => groups.includes(group));
  return place === -1 ? order.length : place;
}
