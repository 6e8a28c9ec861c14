'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { GoodFor } from './good-for.tsx';

const lifetimes = [30, 90, 365] as const;

export type RunnerIdentityChoice = { name: string; site: string | null; days: number };

export type TokensRunnerDialogProps = {
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onMake: (choice: RunnerIdentityChoice) => void;
};

/** Asks for whom a new identity is, and which site alone it may serve. */
export function TokensRunnerDialog({ pending, refusal, onClose, onMake }: TokensRunnerDialogProps) {
  const form = useId();
  const [name, setName] = useState('');
  const [site, setSite] = useState('');
  const [days, setDays] = useState('90');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMake({ name, site: site.trim() === '' ? null : site.trim(), days: Number(days) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New runner identity"
      description="A database role that can do what runners do and nothing else: no people, roles, sessions or tokens."
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Discard
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={pending}>
            Make the identity
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Which runner?" error={refusal}>
          <Input required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Site" optional hint="It then serves the boards of this site and of no other.">
          <Input maxLength={100} value={site} onChange={(event) => setSite(event.target.value)} />
        </Field>
        <GoodFor lifetimes={lifetimes} days={days} onChange={setDays} />
      </form>
    </Dialog>
  );
}
