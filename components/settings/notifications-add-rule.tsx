'use client';

import type { FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import type { Settled } from './notifications-types.ts';

export type NewRule = { channelId: string; events: string[]; projectId: string | null; person: string | null };

export type AddRuleProps = {
  channels: readonly { id: string; name: string }[];
  events: readonly { kind: string; label: string }[];
  projects: readonly { id: string; name: string }[];
  people: readonly string[];
  onAdd: (rule: NewRule) => Settled;
  onClose: () => void;
};

/** Chooses what goes through a channel. */
export function AddRule({ channels, events, projects, people, onAdd, onClose }: AddRuleProps) {
  const { refusal, ask } = useAsking(onClose);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field) ?? '').trim();
    const rule = {
      channelId: text('channel'),
      events: form.getAll('event').map(String),
      projectId: text('project') || null,
      person: text('person') || null,
    };
    void ask(onAdd(rule));
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a rule"
      description="Everything that matches goes through the channel, once however many rules match."
      footer={
        <Button type="submit" form="add-rule" size="md" kind="primary">
          Add rule
        </Button>
      }
    >
      <form id="add-rule" onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Channel" error={refusal}>
          <Select name="channel" options={channels.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <fieldset className="flex flex-col gap-1 text-sm">
          <legend className="font-medium">When</legend>
          {events.map(({ kind, label }) => (
            <label key={kind} className="flex items-start gap-2">
              <input type="checkbox" name="event" value={kind} className="mt-1 accent-ink" />
              {label}
            </label>
          ))}
        </fieldset>
        <Field label="Of project">
          <Select
            name="project"
            options={[{ value: '', label: 'any' }, ...projects.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
        <Field label="Concerning" hint="Only what is addressed to this person; left empty, everything." optional>
          <Input name="person" list="rule-people" maxLength={80} />
        </Field>
        <datalist id="rule-people">
          {people.map((person) => (
            <option key={person} value={person} />
          ))}
        </datalist>
      </form>
    </Dialog>
  );
}
