'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';

export type Every = 'day' | 'week' | 'month';
export type Schedule = { every: Every; hour: number; channelId: string };

export type ScheduleDialogProps = {
  /** Name of the saved report. */
  name: string;
  zone: string;
  channels: readonly { id: string; name: string }[];
  pending: boolean;
  problem: string | undefined;
  onSchedule: (schedule: Schedule | null) => void;
  onClose: () => void;
};

const everies = [
  { value: 'day', label: 'every day' },
  { value: 'week', label: 'every Monday' },
  { value: 'month', label: 'on the first of every month' },
] as const satisfies readonly { value: Every; label: string }[];
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Asks when a saved report is sent, and through which channel. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { name, zone, channels, pending, problem, onSchedule, onClose } = props;
  const [every, setEvery] = useState<Every>('week');
  const [hour, setHour] = useState('7');
  const [channelId, setChannel] = useState(channels[0]?.id ?? '');
  function submit(event: FormEvent) {
    event.preventDefault();
    onSchedule({ every, hour: Number(hour), channelId });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Send ${name}`}
      description="It is sent with what you may see at that time: its answer in a sentence, its rows, and the link."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {problem !== undefined && <ErrorState what={problem} />}
        <Field label="When">
          <Select
            options={everies}
            value={every}
            onChange={(value) => setEvery(everies.find((one) => one.value === value)?.value ?? 'week')}
          />
        </Field>
        <Field label="At" hint={`by the clock of ${zone}`}>
          <Select options={hours} value={hour} onChange={setHour} />
        </Field>
        <Field
          label="Channel"
          error={
            channels.length === 0 ? 'There is none yet: an admin adds one in the settings of notifications.' : undefined
          }
        >
          <Select
            options={channels.map(({ id, name: label }) => ({ value: id, label }))}
            value={channelId}
            onChange={setChannel}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onSchedule(null)} disabled={pending}>
            Do not send
          </Button>
          <Button kind="primary" type="submit" disabled={pending || channelId === ''}>
            {pending ? 'Saving…' : 'Send it'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
