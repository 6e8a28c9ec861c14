import { ClippedText } from '#components/ui/clipped-text.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { EvidenceLinks } from './evidence-links.tsx';
import { TestStatusMark } from './test-status-mark.tsx';
import type { EvidenceLink, TestStatus } from './types.ts';

export type TestCellProps = {
  name: string;
  iteration: number;
  status: TestStatus;
  message: string;
  /** The diff of that iteration, the history of the test, its log. */
  links: readonly EvidenceLink[];
};

/** One test in one iteration: beside the map after a click on its cell. */
export function TestCell({ name, iteration, status, message, links }: TestCellProps) {
  return (
    <div aria-live="polite" className="flex min-w-0 flex-col gap-1 text-sm">
      <p className="tabular font-medium">
        <ClippedText text={name} />
      </p>
      <p className="flex items-center gap-3">
        <TestStatusMark status={status} /> <span className="text-ink-muted">iteration {iteration}</span>
      </p>
      {message !== '' && (
        <p className="tabular max-h-40 overflow-y-auto whitespace-pre-wrap text-xs">
          <SafeText text={message} limit={400} />
        </p>
      )}
      <EvidenceLinks evidence={links} />
    </div>
  );
}
