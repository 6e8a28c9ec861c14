'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

type FormProps<Given> = {
  pending: boolean;
  /** Why the last try was refused. */
  refusal?: string | undefined;
  onSave: (given: Given) => void;
};

export type NameFormProps = FormProps<{ name: string; email: string }> & { name: string; email: string | null };

/** How one is called and reached. */
export function NameForm({ name, email, pending, refusal, onSave }: NameFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onSave({ name: String(given.get('name')), email: String(given.get('email')) });
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-3">
      <Field label="Name">
        <Input name="name" autoComplete="name" required maxLength={80} defaultValue={name} />
      </Field>
      <Field label="E-mail" hint="You sign in with it." error={refusal}>
        <Input name="email" type="email" autoComplete="email" required maxLength={200} defaultValue={email ?? ''} />
      </Field>
      <Button type="submit" size="md" className="self-start" disabled={pending}>
        Save
      </Button>
    </form>
  );
}

export type PasswordFormProps = FormProps<{ current?: string; password: string }> & {
  /** Whether there is one already, which is then asked for. */
  hasPassword: boolean;
  shortestPassword: number;
};

/** Sets the password, or another one. */
export function PasswordForm({ hasPassword, shortestPassword, pending, refusal, onSave }: PasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave({ ...(current !== '' && { current }), password });
    setCurrent('');
    setPassword('');
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-3">
      {hasPassword && (
        <Field label="Current password">
          <Input
            type="password"
            autoComplete="current-password"
            maxLength={128}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
      )}
      <Field label="New password" hint={`${shortestPassword} characters or more.`} error={refusal}>
        <Input
          type="password"
          autoComplete="new-password"
          required
          minLength={shortestPassword}
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" size="md" className="self-start" disabled={pending}>
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  );
}
