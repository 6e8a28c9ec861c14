import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';
import type { HistoryRow } from './types.ts';

export interface HistorySectionProps {
  /** The newest first. */
  readonly history: readonly HistoryRow[];
  readonly updates: readonly {
    readonly kind: string;
    readonly summary: string;
    readonly verdict: string;
    readonly reason: string;
  }[];
}

/** The transitions in the protocol's own words, and every update that was proposed with what became of it. */
export function HistorySection({ history, updates }: HistorySectionProps) {
  return (
    <Section title="History" aside={counted(history.length, 'transition')}>
      {updates.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {updates.map(({ kind, summary, verdict, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: updates are a log, to which lines are only added
            <li key={at} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <ToneMark tone={verdict === 'confirmed' ? 'good' : verdict === 'rejected' ? 'bad' : 'idle'}>
                {verdict}
              </ToneMark>
              <span className="min-w-0">
                {kind} update that <SafeText text={summary} limit={200} />
                {reason !== '' && (
                  <span className="text-ink-muted">
                    {' '}
                    (<SafeText text={reason} limit={200} />)
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <details className="min-w-0 text-sm">
        <summary className="cursor-pointer py-1">Every transition</summary>
        <ol className="flex max-h-96 min-w-0 flex-col overflow-y-auto border-line border-y">
          {history.map(({ from, event, to, at }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the history is a log, to which lines are only added
              key={history.length - index}
              className="flex min-w-0 flex-wrap items-baseline gap-x-2 border-line border-b py-1 last:border-b-0"
            >
              <code className="tabular wrap-anywhere min-w-0">
                {from} <span className="text-ink-muted">{event}</span> {to}
              </code>
              <span className="ml-auto text-ink-muted text-xs">
                <RelativeTime at={at} />
              </span>
            </li>
          ))}
        </ol>
      </details>
    </Section>
  );
}
