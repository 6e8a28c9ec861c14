'use client';

import { Link } from '#components/ui/link.tsx';
import { ReasonDialog } from '#components/ui/reason-dialog.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import { EffectPreview } from './effect-preview.tsx';
import { type InterventionWords, interventionWords } from './intervention-words.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import type { RunDetail } from './run-types.ts';
import type { AskEffect, ControlKind, Intervention, RunLimits, StepInChoices, StepInKind } from './steer-types.ts';
import { StepInDialog } from './step-in-dialog.tsx';
import { stepInWords } from './step-in-words.ts';

export type InterventionDialogProps = {
  kind: ControlKind;
  run: RunDetail;
  limits?: RunLimits | undefined;
  modes: readonly string[];
  choices: StepInChoices;
  onAsk: AskEffect;
  onIntervene: (intervention: Intervention) => Promise<string | undefined>;
  onClose: () => void;
};

/** The dialog of one control: shows its effect, takes the reason, and stays open when it is refused. */
export function InterventionDialog(props: InterventionDialogProps) {
  const { kind, run, limits, modes, choices, onAsk, onIntervene, onClose } = props;
  const { pending, refusal, ask } = useAsking(onClose);
  const send = (intervention: Intervention) => ask(onIntervene(intervention));
  if (kind === 'message') {
    const sendText = (text: string) => send({ kind, text });
    return <MessageDialog pending={pending} refusal={refusal} onClose={onClose} onSend={sendText} />;
  }
  if (kind === 'limits') {
    if (!limits) return null;
    const change = (changed: RunLimits, reason: string) => send({ kind, limits: changed, reason });
    return <LimitsDialog {...{ run, limits, modes, pending, refusal, onClose }} onChange={change} />;
  }
  if (isStepIn(kind)) {
    return (
      <StepInDialog
        {...{ kind, run, choices, pending, refusal, onAsk, onClose }}
        onStepIn={(given) => send({ kind: 'step-in', ...given })}
      />
    );
  }
  const { title, effect, action, hint }: InterventionWords = interventionWords[kind](run);
  return (
    <ReasonDialog
      open
      onOpenChange={onClose}
      title={title}
      action={action}
      effect={
        <div className="flex flex-col gap-2">
          <p>{effect}</p>
          {isDeed(kind) && <EffectPreview deed={{ kind }} onAsk={onAsk} />}
          {kind === 'fork' && run.machine === 'firmware-loop' && (
            <p>
              Or{' '}
              <Link href={`/runs/new?from=${run.number}&at=${run.seq}`}>
                fork with another mode, criteria or limits
              </Link>
              .
            </p>
          )}
        </div>
      }
      danger={kind === 'abort'}
      {...(hint !== undefined && { reasonHint: hint })}
      pending={pending}
      error={refusal}
      onConfirm={(reason) => send(given(kind, run, reason))}
    />
  );
}

type Asked = keyof typeof interventionWords;

function given(kind: Asked, { seq }: RunDetail, reason: string): Intervention {
  if (kind === 'fork') return { kind, seq, reason };
  return kind === 'unpin' ? { kind } : { kind, reason };
}

/** What changes how the run goes on. */
function isDeed(kind: Asked): kind is 'pause' | 'resume' | 'abort' {
  return kind === 'pause' || kind === 'resume' || kind === 'abort';
}

function isStepIn(kind: ControlKind): kind is StepInKind {
  return kind in stepInWords;
}
