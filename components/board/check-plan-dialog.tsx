'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { pauseWords } from '#lib/boards/health/pause-words.ts';
import type { CheckPlan } from '#lib/boards/health/plan.ts';
import { GoldenFields } from './golden-fields.tsx';

/** The golden image of a plan that is being written: one that is stored, or a file that is still to be sent. */
export type DraftGolden = { image: File | { hash: string; name: string }; expects: string };
export type CheckPlanDraft = Omit<CheckPlan, 'golden'> & { golden: DraftGolden | null };

export type CheckPlanDialogProps = {
  type: string;
  plan: CheckPlan;
  pending: boolean;
  /** Why the last try was refused. */
  error: string | undefined;
  onClose: () => void;
  onSave: (draft: CheckPlanDraft) => void;
};

const never = 'never';
const pauses = [60, 240, 720, 1_440, 10_080];

/** Says how boards of a type are checked. */
export function CheckPlanDialog({ type, plan, pending, error, onClose, onSave }: CheckPlanDialogProps) {
  const form = useId();
  const [every, setEvery] = useState(plan.everyMinutes === null ? never : String(plan.everyMinutes));
  const [beforeWork, setBeforeWork] = useState(plan.beforeWork);
  const [failures, setFailures] = useState(String(plan.failuresUntilSuspect));
  const [within, setWithin] = useState(String(plan.withinSeconds));
  const [heartbeat, setHeartbeat] = useState(plan.heartbeat ?? '');
  const [golden, setGolden] = useState<DraftGolden | null>(
    plan.golden && { image: plan.golden, expects: plan.golden.expects },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({
      everyMinutes: every === never ? null : Number(every),
      beforeWork,
      failuresUntilSuspect: Number(failures),
      withinSeconds: Number(within),
      heartbeat: heartbeat === '' ? null : heartbeat,
      golden,
    });
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`How ${type} boards are checked`}
      description="It holds for every board of this type, from the next check on."
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Keep as it is
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={pending}>
            {pending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Check by itself" hint="Only while nobody has the board.">
          <Select value={every} onChange={setEvery} options={pausesWith(plan.everyMinutes)} />
        </Field>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={beforeWork} onChange={({ target }) => setBeforeWork(target.checked)} />
          Before work, when it is due
        </label>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Failures until in doubt" hint="In a row, not the firmware’s.">
            <Input {...whole(1_000)} value={failures} onChange={({ target }) => setFailures(target.value)} />
          </Field>
          <Field label="Seconds to wait" hint="For each line below.">
            <Input {...whole(3_600)} value={within} onChange={({ target }) => setWithin(target.value)} />
          </Field>
        </div>
        <Field
          label="Heartbeat"
          optional
          hint="An expression for a line that every board prints when it is switched on: ^ready>"
        >
          <Input mono maxLength={500} value={heartbeat} onChange={({ target }) => setHeartbeat(target.value)} />
        </Field>
        <GoldenFields golden={golden} onChange={setGolden} />
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
      </form>
    </Dialog>
  );
}

function whole(most: number) {
  return { type: 'number', min: 1, max: most, step: 1, required: true, mono: true } as const;
}

function pausesWith(chosen: number | null) {
  const all = chosen === null ? pauses : [...new Set([...pauses, chosen])].sort((a, b) => a - b);
  return [
    { value: never, label: 'only when somebody asks' },
    ...all.map((minutes) => ({ value: String(minutes), label: pauseWords(minutes) })),
  ];
}
