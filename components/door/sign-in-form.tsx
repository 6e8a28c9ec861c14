'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';

export type SignInFormProps = {
  /** Name of a provider of identities, when there is one. */
  provider?: string | undefined;
  /** Resolves with what went wrong, in a sentence, or with null when the browser is on its way. */
  onPassword: (given: { email: string; password: string }) => Promise<string | null>;
  onProvider: () => Promise<string | null>;
};

/** Asks for address and password, or sends to the provider. */
export function SignInForm({ provider, onPassword, onProvider }: SignInFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const tried = async (attempt: Promise<string | null>) => {
    setBusy(true);
    setProblem(null);
    const failed = await attempt;
    setProblem(failed);
    if (failed !== null) setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void tried(onPassword({ email: String(given.get('email')), password: String(given.get('password')) }));
  };
  return (
    <div className="flex flex-col gap-4">
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {provider !== undefined && (
        <>
          <Button kind="primary" size="md" disabled={busy} onClick={() => void tried(onProvider())}>
            Sign in with {provider}
          </Button>
          <p className="text-center text-ink-muted text-xs">or with a password</p>
        </>
      )}
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label="E-mail">
          <Input name="email" type="email" autoComplete="username" required maxLength={200} />
        </Field>
        <Field label="Password">
          <Input name="password" type="password" autoComplete="current-password" required maxLength={128} />
        </Field>
        <Button type="submit" kind={provider === undefined ? 'primary' : 'secondary'} size="md" disabled={busy}>
          Sign in
        </Button>
      </form>
    </div>
  );
}
