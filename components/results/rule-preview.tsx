import { SafeText } from '#components/ui/safe-text.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { counted } from '#lib/format/count.ts';

export type RulePreviewProps = {
  /** Missing while it is computed. */
  preview:
    | { tried: number; joined: number; groups: readonly { key: string; tests: readonly string[]; all: number }[] }
    | undefined;
};

/** Which tests would become one under other rules. */
export function RulePreview({ preview }: RulePreviewProps) {
  if (preview === undefined) return <Skeleton className="h-4 w-64" />;
  const { tried, joined, groups } = preview;
  if (joined === 0) return <p className="text-ink-muted text-sm">None of {counted(tried, 'test')}.</p>;
  return (
    <ul className="flex flex-col text-sm">
      {groups.map(({ key, tests, all }) => (
        <li key={key} className="wrap-anywhere border-line border-b py-2 last:border-b-0">
          <p className="tabular font-medium">
            <SafeText text={key} limit={300} />
          </p>
          <p className="tabular text-ink-muted text-xs">
            <SafeText text={tests.join(' · ')} limit={800} />
            {all > tests.length && ` and ${all - tests.length} more`}
          </p>
        </li>
      ))}
      {joined > groups.length && <li className="pt-2 text-ink-muted">and {joined - groups.length} more</li>}
    </ul>
  );
}
