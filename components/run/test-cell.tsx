import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { duration } from '#lib/format/duration.ts';
import { meaningAt } from '#lib/heat/cell.ts';
import { cellFaces } from './cell-face.ts';
import { CellMark } from './cell-mark.tsx';
import { EvidenceLinks } from './evidence-links.tsx';
import { TestStatusMark } from './test-status-mark.tsx';
import type { TestInIteration } from './test-types.ts';
import type { EvidenceLink } from './trace-types.ts';

export type TestCellProps = {
  test: TestInIteration;
  iteration: number;
  /** The test in another iteration of the run. */
  hrefOf: (iteration: number) => string;
  /** The diff of that iteration, its log. */
  links: readonly EvidenceLink[];
};

/** One test in one iteration, beside the map after a click on its cell: what it said, its way through the run, other runs. */
export function TestCell({ test, iteration, hrefOf, links }: TestCellProps) {
  const { name, suite, attempts, iterations, cells, elsewhere } = test;
  const column = iterations.indexOf(iteration);
  return (
    <div aria-live="polite" className="flex min-w-0 flex-col gap-2 text-sm">
      <p className="tabular">
        <span className="text-ink-muted">{suite} </span>
        <span className="font-medium">
          <ClippedText text={name} />
        </span>
      </p>
      <p className="flex items-center gap-2">
        <CellMark meaning={meaningAt(cells, column)} />
        {attempts.length === 0
          ? `not measured in iteration ${iteration}`
          : `${cellFaces[meaningAt(cells, column)].word} in iteration ${iteration}`}
      </p>
      {attempts.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts of several measurements share their numbers and their order is fixed
        <Attempt key={index} attempt={attempt} counted={attempts.length > 1} />
      ))}
      <EvidenceLinks evidence={links} />
      <nav aria-label="History of the test in this run" className="flex flex-wrap gap-0.5">
        {iterations.map((one, at) => (
          <Link
            key={one}
            kind="bare"
            scroll={false}
            href={hrefOf(one)}
            aria-current={one === iteration ? 'true' : undefined}
            title={`iteration ${one}: ${cellFaces[meaningAt(cells, at)].word}`}
            aria-label={`iteration ${one}: ${cellFaces[meaningAt(cells, at)].word}`}
            className="flex min-w-6 flex-col items-center text-ink-muted text-xs aria-current:font-semibold aria-current:text-ink"
          >
            <CellMark meaning={meaningAt(cells, at)} />
            <span className="tabular">{one}</span>
          </Link>
        ))}
      </nav>
      {elsewhere.length > 0 && (
        <ul aria-label="In other runs" className="flex flex-col border-line border-t">
          {elsewhere.map(({ run, href, status, at }) => (
            <li key={run} className="flex items-center gap-3 border-line border-b py-0.5 last:border-b-0">
              <Link href={href} className="tabular w-14">
                #{run}
              </Link>
              <TestStatusMark status={status} />
              <span className="ml-auto text-ink-muted text-xs">
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Attempt({ attempt, counted }: { attempt: TestInIteration['attempts'][number]; counted: boolean }) {
  const { status, infrastructure, message, file, line, durationMs } = attempt;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="flex flex-wrap items-center gap-x-3 text-ink-muted text-xs">
        {counted && <span>attempt {attempt.attempt}</span>}
        {infrastructure ? <span>infrastructure, not counted</span> : <TestStatusMark status={status} />}
        {file !== null && (
          <span className="tabular">
            {file}
            {line !== null && `:${line}`}
          </span>
        )}
        {durationMs !== null && <span className="tabular">{duration(durationMs)}</span>}
      </p>
      {message !== null && message !== '' && (
        <p className="tabular whitespace-pre-wrap text-xs">
          <SafeText text={message} limit={400} />
        </p>
      )}
    </div>
  );
}
