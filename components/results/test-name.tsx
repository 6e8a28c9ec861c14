import { ClippedText } from '#components/ui/clipped-text.tsx';

export type TestNameProps = { name: string; suite: string };

/** A test's name over its suite. */
export function TestName({ name, suite }: TestNameProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="tabular truncate">
        <ClippedText text={name} limit={160} />
      </span>
      {suite !== '' && (
        <span className="truncate text-ink-muted text-xs">
          <ClippedText text={suite} limit={160} />
        </span>
      )}
    </span>
  );
}
