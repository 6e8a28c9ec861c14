import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { TickedText } from '#components/ui/ticked-text.tsx';
import type { ForkPoint, LaunchPlan, LaunchProblem } from './types.ts';

export type LaunchAsideProps = {
  /** The form that the button submits. */
  form: string;
  /** Missing while it is looked up. */
  plan: LaunchPlan | undefined;
  problems: readonly LaunchProblem[];
  /** How many logs come with it. */
  logs: number;
  fork: ForkPoint | null;
  pending: boolean;
};

/** What will happen, in words; the same as a command; and the button. */
export function LaunchAside({ form, plan, problems, logs, fork, pending }: LaunchAsideProps) {
  const blocked = problems.length > 0;
  const commandLine = fork === null ? plan?.commandLine : `npx firmloop fork ${fork.run} --at ${fork.at}`;
  return (
    <aside
      aria-label="What will happen"
      className="flex min-w-0 flex-col gap-4 border-line border-t pt-3 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-32px)] lg:overflow-y-auto"
    >
      <h2 className="font-semibold text-base">What will happen</h2>
      <div aria-live="polite" className="flex flex-col gap-3">
        {problems.map(({ path, what, next }) => (
          <ErrorState key={`${path} ${what}`} what={path === '' ? what : `${path}: ${what}`} next={next} />
        ))}
        {!blocked && !plan && <SkeletonRows rows={5} label="Looking at the firmware" />}
        {!blocked && plan && (
          <ol className="flex flex-col border-line border-y">
            {(fork === null ? [...plan.summary, ...evidenceInWords(logs)] : forkInWords(fork, plan)).map((sentence) => (
              <li key={sentence} className="border-line border-b py-1.5 text-sm last:border-b-0">
                <TickedText text={sentence} limit={300} />
              </li>
            ))}
          </ol>
        )}
        {!blocked &&
          plan?.warnings.map((warning) => (
            <Notice key={warning} tone="attention">
              {warning}
            </Notice>
          ))}
      </div>
      <div className="flex items-center gap-3">
        <Button kind="primary" size="md" type="submit" form={form} disabled={pending || blocked || plan === undefined}>
          {pending ? 'Launching…' : fork === null ? 'Launch run' : 'Fork run'}
        </Button>
        <span className="text-ink-muted text-sm">It appears in Runs at once.</span>
      </div>
      {plan && commandLine && !blocked && (
        <>
          <div className="flex flex-col gap-1">
            <h3 className="font-medium text-sm">The same from a shell</h3>
            <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
              <code className="tabular wrap-anywhere max-h-40 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap py-0.5 text-xs leading-5">
                {commandLine}
              </code>
              <CopyButton text={commandLine} label="Copy command" />
            </div>
          </div>
          <details className="text-sm">
            <summary className="cursor-pointer py-1 text-ink-muted">Every setting that will hold</summary>
            <ul className="flex flex-col border-line border-t">
              {plan.config.map((row) => (
                <li key={row.path} className="flex flex-col border-line border-b py-1" title={row.description}>
                  <span className="tabular flex flex-wrap justify-between gap-x-4 text-xs">
                    <span>{row.path}</span>
                    <span className="wrap-anywhere">
                      {row.value} <span className="text-ink-muted">{row.from}</span>
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </aside>
  );
}

/** Sentences of a launch that are decided before a fork begins: what is built, where it is tested, by whom patched. */
const decided = 3;

function forkInWords({ run, at }: ForkPoint, { summary }: LaunchPlan): string[] {
  return [`It shares everything of run #${run} up to event ${at} and goes on from there.`, ...summary.slice(decided)];
}

function evidenceInWords(logs: number): string[] {
  if (logs === 0) return [];
  return [`It begins with ${logs === 1 ? 'the log' : `the ${logs} logs`} of this launch as evidence.`];
}
