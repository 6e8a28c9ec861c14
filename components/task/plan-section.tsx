'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { counted } from '#lib/format/count.ts';
import type { VerificationPolicy } from '#lib/tasks/plan.ts';
import { PlanEditor, type PlanEditorProps } from './plan-editor.tsx';
import { StepItem } from './step-item.tsx';
import type { TaskPlan, TaskStep } from './types.ts';
import type { Undoing } from './undo-dialog.tsx';

/** Arrives when something is to be undone. */
const UndoDialog = lazy(() => import('./undo-dialog.tsx').then((module) => ({ default: module.UndoDialog })));

export interface PlanSectionProps {
  readonly plan: TaskPlan;
  /** Missing where the plan can no longer be changed. */
  readonly onEdit?: PlanEditorProps['onSave'] | undefined;
  /** Undoes a step, counted from 0, and what followed, or everything. Missing where the task does not wait for a yes. */
  readonly onUndo?: ((step: number | undefined, reason: string) => Promise<string | undefined>) | undefined;
}

/** What the task is going to do, step by step, and what came of it so far. */
export function PlanSection({ plan, onEdit, onUndo }: PlanSectionProps) {
  const [editing, setEditing] = useState(false);
  const [undoing, setUndoing] = useState<Undoing>();
  const [asked, setAsked] = useState(false);
  const undo = (what: Undoing) => {
    setAsked(true);
    setUndoing(what);
  };
  const { goal, risk, constraints, verification, steps, text, planId } = plan;
  const done = steps.filter(({ status }) => status === 'done').length;
  return (
    <div id="plan">
      <Section
        title="Plan"
        aside={`${done} of ${counted(steps.length, 'step')} done, ${risk} risk`}
        actions={
          !editing && (
            <>
              {onUndo && <Button onClick={() => undo({ step: undefined })}>Undo everything</Button>}
              {onEdit && <Button onClick={() => setEditing(true)}>Change the plan</Button>}
            </>
          )
        }
      >
        {editing && onEdit ? (
          <PlanEditor key={planId} text={text} onSave={onEdit} onClose={() => setEditing(false)} />
        ) : (
          <>
            <p>
              <SafeText text={goal} />
            </p>
            {constraints.length > 0 && (
              <ul className="list-disc pl-5 text-ink-muted text-sm">
                {[...new Set(constraints)].map((constraint) => (
                  <li key={constraint}>
                    <SafeText text={constraint} />
                  </li>
                ))}
              </ul>
            )}
            <ol className="flex flex-col border-line border-y">
              {steps.map((step, at) => (
                <StepItem
                  key={step.id}
                  number={at + 1}
                  step={step}
                  onUndo={onUndo && hasChanged(step) ? () => undo({ step: at }) : undefined}
                />
              ))}
            </ol>
            <p className="text-ink-muted text-sm">{verificationInWords(verification)}</p>
          </>
        )}
      </Section>
      {onUndo && asked && (
        <Suspense>
          <UndoDialog undoing={undoing} onUndo={onUndo} onClose={() => setUndoing(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** Something in it was used that is not only a reading. */
function hasChanged({ calls, happened }: TaskStep): boolean {
  return happened.length > 0 && calls.slice(0, happened.length).some(({ risk }) => risk !== 'read');
}

function verificationInWords({ mode, commands, required, stop_on_fail }: VerificationPolicy): string {
  if (mode === 'none') return 'Nothing verifies it.';
  const how = commands.length > 0 ? `: ${commands.join(' · ')}` : ", with the project's own command";
  const failing = required ? 'a failure is repaired' : 'a failure is a warning';
  return `Verified by ${mode}${how}; ${failing}${commands.length > 1 && stop_on_fail ? ', the first one ends the check' : ''}.`;
}
