import { SafeText } from '#components/ui/safe-text.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { counted } from '#lib/format/count.ts';

interface RuleGroup {
  readonly key: string;
  readonly tests: readonly string[];
  /** Of them all; the list may be shorter. */
  readonly all: number;
}

export type RulePreviewProps = {
  /** Missing while it is computed. */
  preview:
    | {
        readonly tried: number;
        readonly moved: number;
        readonly joined: number;
        readonly groups: readonly RuleGroup[];
        readonly apart: readonly RuleGroup[];
        readonly mixed: readonly string[];
      }
    | undefined;
};

/** What other rules would do with the history of the tests that there are. */
export function RulePreview({ preview }: RulePreviewProps) {
  if (preview === undefined) return <Skeleton className="h-4 w-64" />;
  const { tried, moved, joined, groups, apart, mixed } = preview;
  if (moved + joined + apart.length + mixed.length === 0)
    return <p className="text-ink-muted text-sm">Nothing: {counted(tried, 'test')} of today stay as they are.</p>;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {moved > 0 && <p>The history of {counted(moved, 'test')} goes on under another key.</p>}
      <Groups title={`${counted(joined, 'key')} under which several tests become one`} groups={groups} all={joined} />
      <Groups
        title="Tests of one measurement that would share a key: each keeps its history, and from now on they are numbered"
        groups={apart}
        all={apart.length}
      />
      {mixed.length > 0 && (
        <p className="wrap-anywhere">
          What came under names that are several tests now stays together, and none of them goes on with it:{' '}
          <SafeText text={mixed.join(' · ')} limit={800} />
        </p>
      )}
    </div>
  );
}

function Groups({ title, groups, all }: { title: string; groups: readonly RuleGroup[]; all: number }) {
  if (groups.length === 0) return null;
  return (
    <section className="flex flex-col">
      <h3 className="text-ink-muted">{title}</h3>
      <ul className="flex flex-col">
        {groups.map(({ key, tests, all: members }) => (
          <li key={key} className="wrap-anywhere border-line border-b py-2 last:border-b-0">
            <p className="tabular font-medium">
              <SafeText text={key} limit={300} />
            </p>
            <p className="tabular text-ink-muted text-xs">
              <SafeText text={tests.join(' · ')} limit={800} />
              {members > tests.length && ` and ${members - tests.length} more`}
            </p>
          </li>
        ))}
        {all > groups.length && <li className="pt-2 text-ink-muted">and {all - groups.length} more</li>}
      </ul>
    </section>
  );
}
