'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { type Role, roleNames, roleWords } from '#lib/access/roles.ts';
import { firstPlace, PlaceField } from './people-place-field.tsx';
import type { PlaceChoice, Places } from './people-types.ts';

export type RoleChoice = { email: string; role: Role; place: PlaceChoice };

export type RoleDialogProps = {
  title: string;
  description: string;
  /** The words on the button that does it. */
  action: string;
  places: Places;
  /** Asks for an address, as an invitation needs one. */
  asksEmail: boolean;
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onChoose: (choice: RoleChoice) => void;
};

/** Asks for a role and where it shall hold, and for an invitation for whom. */
export function RoleDialog({ title, description, action, places, asksEmail, ...rest }: RoleDialogProps) {
  const { pending, refusal, onClose, onChoose } = rest;
  const form = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('engineer');
  const [place, setPlace] = useState(() => firstPlace(places));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ email, role, place });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Discard
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={pending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        {asksEmail && (
          <Field label="E-mail" error={refusal}>
            <Input
              type="email"
              required
              maxLength={200}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
        )}
        <Field label="Role" hint={`${capital(role)} ${roleWords[role]}.`} error={asksEmail ? undefined : refusal}>
          <Select
            options={roleNames.map((name) => ({ value: name, label: capital(name) }))}
            value={role}
            onChange={(next) => setRole(roleNames.find((name) => name === next) ?? 'viewer')}
          />
        </Field>
        <PlaceField places={places} value={place} onChange={setPlace} />
      </form>
    </Dialog>
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
