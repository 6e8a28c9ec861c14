import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { type Tone, tones } from '#components/ui/tone.ts';
import { duration } from '#lib/format/duration.ts';
import { percent } from '#lib/format/percent.ts';

/** How a run ended. */
type Report = {
  status: string;
  tone: Tone;
  reason: string;
  /** Whether its machine measures tests. */
  measures: boolean;
  /** What to look at next, each a sentence. */
  next: readonly string[];
  branch: string | null;
  /** What it leaves as a patch; without an address where the rules of retention have removed it. */
  patch: { href: string | null } | null;
  /** Brings the result into the reader's own checkout. */
  command: string | null;
  bestIteration: number | null;
  passRate: number | null;
  baseRate: number | null;
  duration: number;
  cost: string | null;
};

export type FinalReportProps = { report: Report };

/** How a run ended, why, what it leaves, and what to look at next. */
export function FinalReport({ report }: FinalReportProps) {
  return (
    <section
      aria-label="Final report"
      className={cx('flex flex-col gap-3 border-l-2 bg-surface px-4 py-3', tones[report.tone].line)}
    >
      <p className="text-base">
        <SafeText text={report.reason} />
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {report.measures && (
          <>
            <Fact name="pass rate">
              {rateOf(report.baseRate)} → <strong className="font-semibold">{rateOf(report.passRate)}</strong>
            </Fact>
            <Fact name="best iteration">{report.bestIteration ?? '–'}</Fact>
          </>
        )}
        <Fact name="took">{duration(report.duration)}</Fact>
        {report.cost !== null && <Fact name="cost">{report.cost}</Fact>}
        {report.branch !== null && <Fact name="branch">{report.branch}</Fact>}
        {report.patch !== null && (
          <Fact name="patch">
            {report.patch.href === null ? (
              'removed: patches of old runs are not kept for good'
            ) : (
              <Link href={report.patch.href}>download</Link>
            )}
          </Fact>
        )}
      </dl>
      {report.command !== null && (
        <p className="flex items-center gap-2 rounded-md bg-sunken py-1 pr-1 pl-3">
          <code className="tabular min-w-0 flex-1 wrap-anywhere text-sm">{report.command}</code>
          <CopyButton text={report.command} label="Copy command" />
        </p>
      )}
      {report.next.length > 0 && (
        <div className="text-sm">
          <h3 className="font-medium">What to look at next</h3>
          <ol className="list-decimal pl-5 marker:text-ink-muted">
            {report.next.map((step) => (
              <li key={step}>
                <SafeText text={step} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function rateOf(rate: number | null): string {
  return rate === null ? 'not measured' : percent(rate);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="tabular wrap-anywhere">{children}</dd>
    </div>
  );
}
