import { SafeText } from '#components/ui/safe-text.tsx';
import { TestName } from './test-name.tsx';

export type TestWithMessageProps = { test: { name: string; suite: string; message: string | null } };

/** A test's name over its suite and what it said. */
export function TestWithMessage({ test: { message, ...named } }: TestWithMessageProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <TestName {...named} />
      {message !== null && (
        <span className="truncate text-ink-muted text-xs">
          <SafeText text={message} limit={200} />
        </span>
      )}
    </span>
  );
}
