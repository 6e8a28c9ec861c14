'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NameForm, PasswordForm } from '#components/settings/account-forms.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { placeWords } from '#lib/access/place-words.ts';
import { roleWords } from '#lib/access/roles.ts';
import { counted } from '#lib/format/count.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';

export function Account({ first }: { first: Outputs['account']['me'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const me = useQuery(trpc.account.me.queryOptions(undefined, startingWith(first)));
  const [done, setDone] = useState<string | null>(null);
  const said = (words: string) => ({
    onMutate: () => setDone(null),
    onSuccess: () => setDone(words),
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.account.me.queryKey() }),
  });
  const rename = useMutation(trpc.account.rename.mutationOptions(said('Saved.')));
  const setPassword = useMutation(
    trpc.account.setPassword.mutationOptions(said('The password is set. Your other browsers are signed out.')),
  );
  const signOut = useMutation(
    trpc.account.signOutElsewhere.mutationOptions({
      onSuccess: ({ ended }) => setDone(`${counted(ended, 'other browser')} signed out.`),
    }),
  );
  const { name, email, isOwner, grants, hasPassword, shortestPassword } = me.data;
  return (
    <SettingsFrame current="account" title="Your account" line="Who you are here, what you may do, and how you get in.">
      {done !== null && <Notice tone="good">{done}</Notice>}
      {isOwner && !(hasPassword && email !== null) && (
        <Notice tone="attention">
          You are in by the link of the start. Give an e-mail and a password, and you need no link the next time.
        </Notice>
      )}
      <Section title="Roles">
        <ul className="flex flex-col gap-1 text-sm">
          {grants.map(({ role, project, projectName, site }) => (
            <li key={`${project} ${site}`}>
              <strong>{role}</strong> {placeWords({ project: projectName, site })}: {roleWords[role]}
            </li>
          ))}
          {grants.length === 0 && <li className="text-ink-muted">None yet: an admin gives them.</li>}
        </ul>
      </Section>
      <Section title="Name and e-mail">
        <NameForm
          name={name}
          email={email}
          pending={rename.isPending}
          refusal={rename.error?.message}
          onSave={(given) => rename.mutate(given)}
        />
      </Section>
      <Section title="Password">
        <PasswordForm
          hasPassword={hasPassword}
          shortestPassword={shortestPassword}
          pending={setPassword.isPending}
          refusal={setPassword.error?.message}
          onSave={(given) => setPassword.mutate(given)}
        />
      </Section>
      <Section title="Other browsers">
        <Button size="md" className="self-start" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out all other browsers
        </Button>
      </Section>
    </SettingsFrame>
  );
}
