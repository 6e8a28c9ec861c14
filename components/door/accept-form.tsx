'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';

export type AcceptFormProps = {
  email: string;
  /** Characters that a password has at least. */
  shortestPassword: number;
  /** Resolves with what went wrong, in a sentence, or with null when the browser is on its way. */
  onAccept: (given: { name: string; password: string }) => Promise<string | null>;
};

/** Asks an invited person for a name and a password; the address is the invitation's. */
export function AcceptForm({ email, shortestPassword, onAccept }: AcceptFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    const failed = await onAccept({ name: String(given.get('name')), password: String(given.get('password')) });
    setProblem(failed);
    if (failed !== null) setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Field label="E-mail">
        <Input name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="Your name">
        <Input name="name" autoComplete="name" required maxLength={80} />
      </Field>
      <Field label="Password" hint={`${shortestPassword} characters or more.`}>
        <Input
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={shortestPassword}
          maxLength={128}
        />
      </Field>
      <Button type="submit" kind="primary" size="md" disabled={busy}>
        Join
      </Button>
    </form>
  );
}
