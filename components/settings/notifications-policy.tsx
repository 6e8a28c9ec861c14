'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { PolicyRow, Settled } from './notifications-types.ts';

export type NotificationPolicyProps = {
  policies: readonly PolicyRow[];
  projects: readonly { id: string; name: string }[];
  onSet: (policy: Omit<PolicyRow, 'project'>) => Settled;
  onRemove: (projectId: string) => void;
};

/** How reviews are waited for: by how many they are decided, until when, and how often people are reminded. */
export function NotificationPolicy({ policies, projects, onSet, onRemove }: NotificationPolicyProps) {
  const [projectId, setProjectId] = useState('');
  const [saved, setSaved] = useState<{ refusal: string | undefined }>();
  const own = policies.find((policy) => (policy.projectId ?? '') === projectId);
  const shown = own ?? policies.find((policy) => policy.projectId === null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const number = (field: string) => Number(form.get(field));
    const within = String(form.get('within') ?? '');
    setSaved({
      refusal: await onSet({
        projectId: projectId || null,
        approvals: number('approvals'),
        answerWithinMinutes: within === '' ? null : Math.round(Number(within) * 60),
        remindEveryMinutes: Math.max(1, Math.round(number('remind') * 60)),
      }),
    });
  }
  return (
    <form key={`${projectId} ${JSON.stringify(shown)}`} onSubmit={submit} className="grid gap-3 md:grid-cols-4">
      <Field label="For" className="md:col-span-4 md:max-w-80">
        <Select
          value={projectId}
          onChange={(value) => {
            setProjectId(value);
            setSaved(undefined);
          }}
          options={[
            { value: '', label: 'every project without its own' },
            ...projects.map(({ id, name }) => ({
              value: id,
              label: policies.some((policy) => policy.projectId === id) ? `${name} (its own)` : name,
            })),
          ]}
        />
      </Field>
      <Field label="Approvals needed" error={saved?.refusal}>
        <Input name="approvals" type="number" mono min={1} max={10} required defaultValue={shown?.approvals ?? 1} />
      </Field>
      <Field label="Answer within" hint="Hours; empty: no time." optional>
        <Input name="within" type="number" mono min={0.1} step="any" defaultValue={hours(shown?.answerWithinMinutes)} />
      </Field>
      <Field label="Remind every" hint="Hours, while it waits.">
        <Input
          name="remind"
          type="number"
          mono
          min={0.1}
          step="any"
          required
          defaultValue={hours(shown?.remindEveryMinutes)}
        />
      </Field>
      <div className="flex items-center gap-2 self-center">
        <Button type="submit">Save</Button>
        {own?.projectId != null && (
          <Button kind="quiet" onClick={() => own.projectId !== null && onRemove(own.projectId)}>
            Do as everybody
          </Button>
        )}
        {saved !== undefined && saved.refusal === undefined && <ToneMark tone="good">saved for new reviews</ToneMark>}
      </div>
    </form>
  );
}

function hours(minutes: number | null | undefined): string {
  return minutes == null ? '' : String(Math.round((minutes / 60) * 100) / 100);
}
