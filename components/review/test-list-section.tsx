import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { counted } from '#lib/format/count.ts';
import type { TestList } from './types.ts';

export type TestListSectionProps = {
  list: TestList;
  /** Said when the list is empty. */
  none: string;
  hrefOf: (testId: string) => string;
};

/** Tests that stand in the way, each with how often it failed and what it says. */
export function TestListSection({ list, none, hrefOf }: TestListSectionProps) {
  if (list.total === 0) return <p className="text-ink-muted text-sm">{none}</p>;
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-col border-line border-y">
        {list.tests.map((test) => (
          <li key={test.id} className="flex flex-col border-line border-b px-2 py-1.5 text-sm last:border-b-0">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <Link kind="bare" href={hrefOf(test.id)} className="tabular min-w-0 font-medium hover:underline">
                <ClippedText text={test.suite === '' ? test.name : `${test.suite}.${test.name}`} limit={120} />
              </Link>
              <span className="text-ink-muted">{`failed in ${test.failed} of ${test.measured} measurements`}</span>
            </span>
            {test.message !== null && test.message !== '' && (
              <span className="tabular text-ink-muted text-xs">
                <SafeText text={test.message} limit={200} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {list.total > list.tests.length && (
        <p className="text-ink-muted text-xs">
          {counted(list.total - list.tests.length, 'more test')} on the run’s page.
        </p>
      )}
    </div>
  );
}
