import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { SummaryLine } from './launch-summary.ts';

export type LaunchAsideProps = {
  /** The form that the button submits. */
  form: string;
  summary: readonly SummaryLine[];
  blockers: readonly string[];
  /** Does the same from a shell. */
  command: string;
  pending: boolean;
  refusal?: { what: string; next?: string | undefined } | undefined;
};

/** What will happen, in words; the same as a command; and the button. */
export function LaunchAside({ form, summary, blockers, command, pending, refusal }: LaunchAsideProps) {
  return (
    <aside aria-label="What will happen" className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
      <h2 className="font-semibold text-base">What will happen</h2>
      <dl aria-live="polite" className="grid grid-cols-[6.5rem_minmax(0,1fr)] border-line border-y text-sm">
        {summary.map(({ title, text }) => (
          <div key={title} className="col-span-2 grid grid-cols-subgrid border-line border-b py-1.5 last:border-b-0">
            <dt className="text-ink-muted">{title}</dt>
            <dd>
              <SafeText text={text} limit={240} />
            </dd>
          </div>
        ))}
      </dl>
      {blockers.map((blocker) => (
        <Notice key={blocker} tone="bad">
          {blocker}
        </Notice>
      ))}
      {refusal && <ErrorState what={refusal.what} next={refusal.next} />}
      <div className="flex items-center gap-3">
        <Button kind="primary" size="md" type="submit" form={form} disabled={pending || blockers.length > 0}>
          {pending ? 'Launching…' : 'Launch run'}
        </Button>
        <span className="text-ink-muted text-sm">It appears in Runs at once.</span>
      </div>
      <div className="flex flex-col gap-1">
        <h3 className="font-medium text-sm">The same from a shell</h3>
        <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
          <code className="tabular min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap py-0.5 text-xs leading-5">
            {command}
          </code>
          <CopyButton text={command} label="Copy command" />
        </div>
      </div>
    </aside>
  );
}
