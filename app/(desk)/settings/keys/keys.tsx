'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KeysDialog } from '#components/settings/keys-dialog.tsx';
import { type KeyFace, KeysTable } from '#components/settings/keys-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { ReasonDialog } from '#components/ui/reason-dialog.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { SettingsFrame } from '../../../_parts/settings-frame.tsx';

type Asking = { kind: 'set'; name?: string } | { kind: 'remove'; key: KeyFace };

export function Keys({ first }: { first: Outputs['keys']['list'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.keys.list.queryOptions(undefined, startingWith(first)));
  const [asking, setAsking] = useState<Asking | null>(null);
  const done = {
    onSuccess: () => setAsking(null),
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }),
  };
  const set = useMutation(trpc.keys.set.mutationOptions(done));
  const remove = useMutation(trpc.keys.remove.mutationOptions(done));
  const ask = (next: Asking | null) => {
    set.reset();
    remove.reset();
    setAsking(next);
  };
  return (
    <SettingsFrame
      current="keys"
      title="Keys of models"
      line="What agents show to the models that they ask, where the runner’s own environment has none of that name."
      actions={
        <>
          <HelpLink page="knowledge" />
          <Button kind="primary" onClick={() => ask({ kind: 'set' })}>
            Set a key
          </Button>
        </>
      }
    >
      <KeysTable
        keys={list.data}
        onReplace={({ name }) => ask({ kind: 'set', name })}
        onRemove={(key) => ask({ kind: 'remove', key })}
      />
      {asking?.kind === 'set' && (
        <KeysDialog
          name={asking.name}
          pending={set.isPending}
          refusal={set.error?.message}
          onClose={() => ask(null)}
          onSet={(key) => set.mutate(key)}
        />
      )}
      {asking?.kind === 'remove' && (
        <ReasonDialog
          open
          onOpenChange={() => ask(null)}
          title={`Remove ${asking.key.name}`}
          effect="Agents that need it fail with that reason from now on. It cannot be brought back."
          action="Remove key"
          danger
          pending={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate({ name: asking.key.name })}
        />
      )}
    </SettingsFrame>
  );
}
