import { EvidenceLinks } from '#components/run/evidence-links.tsx';
import { Button } from '#components/ui/button.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { CallItem } from './call-item.tsx';
import { stepFaces } from './step-face.ts';
import type { TaskStep } from './types.ts';

export interface StepItemProps {
  readonly number: number;
  readonly step: TaskStep;
  /** Missing where the step has changed nothing that could be undone now. */
  readonly onUndo: (() => void) | undefined;
}

/** A step of the plan: why, with which tools, and what each of them came to. */
export function StepItem({ number, step, onUndo }: StepItemProps) {
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
        {onUndo && (
          <Button kind="quiet" aria-label={`Undo step ${number} and what followed`} onClick={onUndo}>
            Undo from here
          </Button>
        )}
        <ToneMark tone={tone}>{word}</ToneMark>
      </div>
      <p className="pl-6 text-ink-muted text-sm">
        <SafeText text={step.intent} />
      </p>
      <ul className="flex flex-col gap-1 pl-6">
        {step.calls.map((call, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no names, and a plan does not change in place
          <li key={at} className="min-w-0 text-sm">
            <CallItem call={call} />
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
