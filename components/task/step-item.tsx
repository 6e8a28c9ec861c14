import { EvidenceLinks } from '#components/run/evidence-links.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { stepFaces } from './step-face.ts';
import type { TaskCall, TaskStep } from './types.ts';

export type StepItemProps = { number: number; step: TaskStep };

/** A step of the plan: why, with which tools, and what each of them came to. */
export function StepItem({ number, step }: StepItemProps) {
  const { tone, word } = stepFaces[step.status];
  return (
    <li
      aria-current={step.status === 'in_progress' ? 'step' : undefined}
      className="flex min-w-0 flex-col gap-1 border-line border-b py-2 last:border-b-0"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="tabular text-ink-muted text-sm">{number}</span>
        <h3 className="min-w-0 flex-1 font-medium">
          <SafeText text={step.title} />
        </h3>
        <ToneMark tone={tone}>{word}</ToneMark>
      </div>
      <p className="pl-6 text-ink-muted text-sm">
        <SafeText text={step.intent} />
      </p>
      <ul className="flex flex-col gap-1 pl-6">
        {step.calls.map((call, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no names, and a plan does not change in place
          <li key={at} className="min-w-0 text-sm">
            <Call call={call} />
          </li>
        ))}
      </ul>
      {step.happened.length > 0 && (
        <ul className="flex flex-col gap-0.5 pl-6">
          {step.happened.map(({ ok, reason, evidence }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what happened is a log, to which lines are only added
            <li key={at} className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
              <ToneMark tone={ok ? 'good' : 'bad'}>{ok ? 'worked' : 'failed'}</ToneMark>
              <span className="wrap-anywhere min-w-0">
                <SafeText text={reason} limit={300} />
              </span>
              <EvidenceLinks evidence={evidence} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Call({ call }: { call: TaskCall }) {
  const { tool, risk, on, detail } = call;
  const head = (
    <>
      <code className="tabular">{tool}</code> <span className="text-ink-muted">({risk})</span>{' '}
      <code className="tabular wrap-anywhere">
        <SafeText text={on} limit={200} />
      </code>
    </>
  );
  if (detail === '') return head;
  return (
    <details>
      <summary className="cursor-pointer">{head}</summary>
      <pre className="tabular mt-1 max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2 text-xs leading-5">
        <SafeText text={detail} limit={40_000} />
      </pre>
    </details>
  );
}
