import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';
import type { BehaviorNode, StageNode, StepNode } from '#lib/workflow/tree.ts';
import { behaviorFaces, partFaces } from './part-face.ts';

export type WorkflowTreeProps = { stages: readonly StageNode[] };

/** Stages, steps, behaviors and actions, each with how it stands; what is worked on is open. */
export function WorkflowTree({ stages }: WorkflowTreeProps) {
  return (
    <ol aria-label="Stages" className="flex min-w-0 flex-col border-line border-y">
      {stages.map((stage) => (
        <Stage key={stage.id} stage={stage} />
      ))}
    </ol>
  );
}

function Stage({ stage }: { stage: StageNode }) {
  const { id, title, goal, status, steps } = stage;
  const done = steps.filter((step) => step.status === 'done').length;
  return (
    <li
      aria-current={status === 'current' ? 'step' : undefined}
      className="flex min-w-0 flex-col gap-1 border-line border-b py-2 last:border-b-0"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h3 className="min-w-0 font-medium">
          <SafeText text={title || id} limit={200} />
        </h3>
        <code className="tabular text-ink-muted text-xs">{id}</code>
        <span className="tabular ml-auto text-ink-muted text-xs">
          {done} of {counted(steps.length, 'step')}
        </span>
        <ToneMark tone={partFaces[status].tone}>{partFaces[status].word}</ToneMark>
      </div>
      <Goal text={goal} />
      <ol className="flex min-w-0 flex-col gap-1 pl-4">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </li>
  );
}

function Step({ step }: { step: StepNode }) {
  const { id, title, goal, status, behaviors } = step;
  return (
    <li aria-current={status === 'current' ? 'step' : undefined} className="flex min-w-0 flex-col gap-0.5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 text-sm">
          <SafeText text={title || id} limit={200} />
        </span>
        <code className="tabular text-ink-muted text-xs">{id}</code>
        <ToneMark tone={partFaces[status].tone} className="ml-auto">
          {partFaces[status].word}
        </ToneMark>
      </div>
      {status === 'current' && <Goal text={goal} />}
      {behaviors.map((behavior) => (
        <Behavior key={behavior.serial} behavior={behavior} isOpen={status === 'current' || status === 'failed'} />
      ))}
    </li>
  );
}

function Behavior({ behavior, isOpen }: { behavior: BehaviorNode; isOpen: boolean }) {
  const { id, status, of, actions } = behavior;
  const { tone, word } = behaviorFaces[status];
  return (
    <details open={isOpen} className="min-w-0 pl-4">
      <summary className="cursor-pointer py-0.5 text-sm">
        <code className="tabular">{id}</code>{' '}
        <span className="text-ink-muted">
          {actions.length} of {counted(of, 'action')}
        </span>{' '}
        <ToneMark tone={tone}>{word}</ToneMark>
      </summary>
      <ol className="flex min-w-0 flex-col gap-0.5 pl-4">
        {actions.map(({ n, kind, ok, summary, cellId }) => (
          <li key={n} className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
            <ToneMark tone={ok ? 'good' : 'bad'} mono>
              {kind}
            </ToneMark>
            {cellId === null ? (
              <SafeText text={summary} limit={300} />
            ) : (
              <a href={`#${cellId}`} className="min-w-0 rounded-sm underline decoration-line underline-offset-2">
                <SafeText text={summary} limit={300} />
              </a>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Goal({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="text-ink-muted text-sm">
      <SafeText text={text} limit={400} />
    </p>
  );
}
