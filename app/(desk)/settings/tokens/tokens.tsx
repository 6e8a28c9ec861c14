'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ShownOnce } from '#components/settings/shown-once.tsx';
import { TokensDialog } from '#components/settings/tokens-dialog.tsx';
import { TokensTable } from '#components/settings/tokens-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { ReasonDialog } from '#components/ui/reason-dialog.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';
import { RunnerIdentities } from './runner-identities.tsx';

type List = Outputs['tokens']['list'];

export function Tokens({ first }: { first: List }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.tokens.list.queryOptions(undefined, startingWith(first)));
  const [asking, setAsking] = useState<'new' | List['tokens'][number] | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const reread = () => queries.invalidateQueries({ queryKey: trpc.tokens.list.queryKey() });
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      onSuccess: (made) => {
        setSecret(made.secret);
        setAsking(null);
      },
      onSettled: reread,
    }),
  );
  const revoke = useMutation(
    trpc.tokens.revoke.mutationOptions({ onSuccess: () => setAsking(null), onSettled: reread }),
  );
  const { tokens, all, scopes } = list.data;
  return (
    <SettingsFrame
      current="tokens"
      title="Tokens"
      line={
        all
          ? 'What programs show instead of signing in; you see those of everybody.'
          : 'What your programs show instead of signing in.'
      }
      actions={
        <Button kind="primary" onClick={() => setAsking('new')}>
          New token
        </Button>
      }
    >
      {secret !== null && (
        <ShownOnce
          what="The token, shown only now. Whoever has it acts as you within its rights."
          label="token"
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <Section title="Tokens">
        <TokensTable
          tokens={tokens}
          all={all}
          onRevoke={({ id }) => setAsking(tokens.find((one) => one.id === id) ?? null)}
        />
      </Section>
      {all && <RunnerIdentities />}
      {asking === 'new' && (
        <TokensDialog
          scopes={scopes}
          pending={create.isPending}
          refusal={create.error?.message}
          onClose={() => setAsking(null)}
          onMake={(choice) => create.mutate(choice)}
        />
      )}
      {asking !== null && asking !== 'new' && (
        <ReasonDialog
          open
          onOpenChange={() => setAsking(null)}
          title={`Revoke ${asking.name}`}
          effect="Whatever shows it is turned away from now on. This cannot be undone."
          action="Revoke token"
          danger
          pending={revoke.isPending}
          error={revoke.error?.message}
          onConfirm={() => revoke.mutate({ tokenId: asking.id })}
        />
      )}
    </SettingsFrame>
  );
}
