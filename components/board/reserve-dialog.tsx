'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { duration } from '#lib/format/duration.ts';
import { exactTime } from '#lib/format/exact-time.ts';
import { highestPriority, peoplePriority } from '#lib/reservation/priority.ts';
import { localTime, timeOfLocal } from '#lib/reservation/timeline/local-time.ts';
import { type Repeat, repeats } from './repeats.ts';
import type { ReserveDraft } from './types.ts';

/** What somebody has decided on. */
export type ReserveWish = ReserveDraft & { purpose: string; wait: boolean; priority: number; repeat: Repeat };

export type ReserveDialogProps = {
  draft: ReserveDraft;
  zone: string;
  /** Whether its reader may put somebody before others in the queue. */
  mayPrecede: boolean;
  pending: boolean;
  /** Why the last try was refused, and what to do instead. */
  error: string | undefined;
  onClose: () => void;
  onReserve: (wish: ReserveWish) => void;
};

const lengths = [15, 30, 60, 120, 240, 480, 720].map(lengthOf);
const noTime = 'No calendar has that time.';

/** Asks for boards: now, or at a time of the reader's zone, once or again and again. */
export function ReserveDialog({ draft, zone, mayPrecede, pending, error, onClose, onReserve }: ReserveDialogProps) {
  const form = useId();
  const [selector, setSelector] = useState(draft.selector);
  const [minutes, setMinutes] = useState(draft.minutes);
  const [from, setFrom] = useState(draft.from === null ? '' : localTime(draft.from, zone));
  const [purpose, setPurpose] = useState('');
  const [repeat, setRepeat] = useState<Repeat>('once');
  const [wait, setWait] = useState(true);
  const [priority, setPriority] = useState(String(peoplePriority));
  const at = from === '' ? null : timeOfLocal(from, zone);
  const isWaiting = wait && at === null;
  const isNoTime = from !== '' && at === null;
  const options = lengths.some(({ value }) => value === String(minutes)) ? lengths : [lengthOf(minutes), ...lengths];
  function submit(event: FormEvent) {
    event.preventDefault();
    onReserve({
      selector,
      minutes,
      from: at,
      purpose,
      wait: isWaiting,
      priority: isWaiting ? Number(priority) : peoplePriority,
      repeat: at === null ? 'once' : repeat,
    });
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Reserve"
      description={
        at === null ? 'From now on.' : `From ${exactTime(at, zone)} to ${exactTime(at + minutes * 60_000, zone)}.`
      }
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Keep as it is
          </Button>
          <Button
            size="md"
            kind="primary"
            type="submit"
            form={form}
            disabled={pending || isNoTime || selector.trim() === ''}
          >
            {pending ? 'Reserving…' : 'Reserve'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Boards"
          hint="A board’s name, or what it must be: type=stm32f4 tag=can. A comma separates several."
          error={error}
        >
          <Input mono value={selector} onChange={(event) => setSelector(event.target.value)} required />
        </Field>
        <div className="grid grid-cols-[2fr_3fr] gap-3">
          <Field label="For">
            <Select options={options} value={String(minutes)} onChange={(value) => setMinutes(Number(value))} />
          </Field>
          <Field
            label="From"
            hint={from === '' ? 'Left empty: now.' : `Times of ${zone}.`}
            error={isNoTime ? noTime : undefined}
          >
            <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
        </div>
        {at !== null && (
          <Field label="Again">
            <Select
              options={Object.entries(repeats).map(([value, { label }]) => ({ value, label }))}
              value={repeat}
              onChange={(value) => setRepeat(value as Repeat)}
            />
          </Field>
        )}
        {at === null && (
          <label className="flex items-center gap-2 text-sm">
            <input type="checkbox" checked={wait} onChange={(event) => setWait(event.target.checked)} />
            Stand in the queue if none is free now
          </label>
        )}
        {isWaiting && mayPrecede && (
          <Field
            label="Priority"
            hint={`The greater number goes first, of equals who asked first. People have ${peoplePriority}, runs 0.`}
          >
            <Input
              mono
              required
              type="number"
              className="w-24"
              min={0}
              max={highestPriority}
              value={priority}
              onChange={(event) => setPriority(event.target.value)}
            />
          </Field>
        )}
        <Field label="What for" optional>
          <Input value={purpose} onChange={(event) => setPurpose(event.target.value)} maxLength={400} />
        </Field>
      </form>
    </Dialog>
  );
}

function lengthOf(minutes: number) {
  const hours = minutes / 60;
  return { value: String(minutes), label: Number.isInteger(hours) ? `${hours} h` : duration(minutes * 60_000) };
}
