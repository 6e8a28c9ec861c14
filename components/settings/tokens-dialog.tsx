'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { GoodFor } from './good-for.tsx';

const lifetimes = [7, 30, 90, 365] as const;

export type TokenChoice<Scope extends string> = { name: string; scopes: Scope[]; days: number };

export type TokensDialogProps<Scope extends string> = {
  /** What a token of the reader could have any use of. */
  scopes: readonly Scope[];
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onMake: (choice: TokenChoice<Scope>) => void;
};

/** Asks what a new token is for, what it may do, and for how long. */
export function TokensDialog<Scope extends string>({ scopes, pending, refusal, ...on }: TokensDialogProps<Scope>) {
  const form = useId();
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const toggle = (scope: Scope) =>
    setChosen((was) => (was.includes(scope) ? was.filter((one) => one !== scope) : [...was, scope]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) on.onMake({ name, scopes: [...chosen], days: Number(days) });
  };
  return (
    <Dialog
      open
      onOpenChange={on.onClose}
      title="New token"
      description="It never may do more than you may, ends by itself, and its text is shown once."
      footer={
        <>
          <Button size="md" onClick={on.onClose}>
            Discard
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={pending || chosen.length === 0}>
            Make the token
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        <Field label="What is it for?" error={refusal} hint="As it shall stand in the audit log, such as “nightly CI”.">
          <Input required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium text-sm">It may</legend>
          <div className="grid grid-cols-2 gap-x-3 gap-y-1">
            {scopes.map((scope) => (
              <label key={scope} className="flex items-center gap-2 text-sm">
                <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
                <span className="tabular">{scope}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <GoodFor lifetimes={lifetimes} days={days} onChange={setDays} />
      </form>
    </Dialog>
  );
}
