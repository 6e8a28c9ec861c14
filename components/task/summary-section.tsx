import { CopyButton } from '#components/ui/copy-button.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import type { TaskSummary } from '#lib/tasks/summary.ts';

export type SummarySectionProps = { summary: TaskSummary };

/** What a task did, why, how it was verified, what is risky, and how to undo it. */
export function SummarySection({ summary }: SummarySectionProps) {
  const { what, why, how_verified, risks, files, undo, commit_message, pull_request, next, trace_id } = summary;
  const rows = [
    ['What', what],
    ['Why', why],
    ['Verified', how_verified],
    ['Risks', risks.join(' · ')],
    ['Files', files.join(', ')],
    ['Undo', undo],
    ['Next', next ?? ''],
    ['Trace', trace_id],
  ].filter(([, text]) => text !== '');
  return (
    <Section title="Summary">
      <dl className="flex flex-col border-line border-y">
        {rows.map(([name = '', text = '']) => (
          <div key={name} className="grid gap-x-4 border-line border-b py-1.5 last:border-b-0 sm:grid-cols-[7rem_1fr]">
            <dt className="text-ink-muted text-sm">{name}</dt>
            <dd className="wrap-anywhere min-w-0 text-sm">
              <SafeText text={text} limit={2_000} />
            </dd>
          </div>
        ))}
      </dl>
      <Copyable title="Commit message" text={commit_message} />
      <Copyable title="Pull request" text={pull_request} />
    </Section>
  );
}

function Copyable({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1">{title}</summary>
      <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
        <pre className="tabular wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap py-0.5 text-xs leading-5">
          <SafeText text={text} limit={10_000} />
        </pre>
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
      </div>
    </details>
  );
}
