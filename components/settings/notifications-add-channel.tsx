'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';

/** A channel as it is entered. */
export type NewChannel = {
  name: string;
  secret?: string;
  channel:
    | { kind: 'slack' | 'webhook'; config: { url: string } }
    | {
        kind: 'email';
        config: {
          host: string;
          port: number;
          security: 'tls' | 'starttls' | 'none';
          user?: string;
          from: string;
          to: string[];
        };
      };
};

export type AddChannelProps = {
  /** Settles with the reason of a refusal, or with the secret that was made and is shown once. */
  onAdd: (channel: NewChannel) => Promise<{ refusal: string } | { secret: string | null }>;
  onClose: () => void;
};

const kinds = [
  { value: 'email', label: 'E-mail' },
  { value: 'slack', label: 'Slack' },
  { value: 'webhook', label: 'Webhook' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const securities = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS from the start' },
  { value: 'none', label: 'in the clear' },
] as const;

/** Enters a channel: where it leads, and what proves that we are we. */
export function AddChannel({ onAdd, onClose }: AddChannelProps) {
  const [kind, setKind] = useState<Kind>('email');
  const [refusal, setRefusal] = useState<string>();
  const [made, setMade] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answer = await onAdd(channelOf(kind, new FormData(event.currentTarget)));
    if ('refusal' in answer) return setRefusal(answer.refusal);
    if (answer.secret === null) return onClose();
    setMade(answer.secret);
  }
  if (made !== null) return <MadeSecret secret={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a channel"
      description="Rules decide what goes through it."
      footer={
        <Button type="submit" form="add-channel" size="md" kind="primary">
          Add channel
        </Button>
      }
    >
      <Segmented label="Kind" options={kinds} value={kind} onChange={setKind} className="self-start" />
      <form id="add-channel" onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Name" error={refusal}>
          <Input name="name" required maxLength={80} />
        </Field>
        {kind === 'email' ? <EmailFields /> : <UrlFields kind={kind} />}
      </form>
    </Dialog>
  );
}

function EmailFields() {
  return (
    <>
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <Field label="Mail server">
          <Input name="host" mono required placeholder="smtp.example.org" />
        </Field>
        <Field label="Port">
          <Input name="port" mono required type="number" min={1} max={65_535} defaultValue={587} />
        </Field>
      </div>
      <Field label="Encryption">
        <Select name="security" options={securities} defaultValue="starttls" />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="User" optional>
          <Input name="user" autoComplete="off" />
        </Field>
        <Field label="Password" optional>
          <Input name="secret" type="password" autoComplete="new-password" />
        </Field>
      </div>
      <Field label="From">
        <Input name="from" type="email" required />
      </Field>
      <Field label="To" hint="Addresses with commas between.">
        <Input name="to" required />
      </Field>
    </>
  );
}

function UrlFields({ kind }: { kind: 'slack' | 'webhook' }) {
  return (
    <>
      <Field label="Address" hint="On the public internet, unless the operator allows more.">
        <Input name="url" type="url" mono required placeholder="https://" />
      </Field>
      {kind === 'webhook' && (
        <Field label="Secret" hint="Signs each body with HMAC-SHA256. Left empty, one is made and shown once." optional>
          <Input name="secret" type="password" autoComplete="new-password" />
        </Field>
      )}
    </>
  );
}

function MadeSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="The channel’s secret"
      description="Give it to the receiver now: it is not shown again."
      footer={
        <Button size="md" kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <code className="tabular select-all wrap-anywhere rounded-md border border-line bg-sunken px-2 py-1">
        {secret}
      </code>
    </Dialog>
  );
}

function channelOf(kind: Kind, form: FormData): NewChannel {
  const text = (field: string) => String(form.get(field) ?? '').trim();
  const secret = String(form.get('secret') ?? '');
  const common = { name: text('name'), ...(secret === '' ? {} : { secret }) };
  if (kind !== 'email') return { ...common, channel: { kind, config: { url: text('url') } } };
  const security = securities.find(({ value }) => value === text('security'))?.value ?? 'starttls';
  const user = text('user');
  return {
    ...common,
    channel: {
      kind,
      config: {
        host: text('host'),
        port: Number(text('port')),
        security,
        ...(user === '' ? {} : { user }),
        from: text('from'),
        to: text('to')
          .split(',')
          .map((address) => address.trim())
          .filter(Boolean),
      },
    },
  };
}
