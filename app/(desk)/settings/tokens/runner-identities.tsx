'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ShownOnce } from '#components/settings/shown-once.tsx';
import { TokensRunnerDialog } from '#components/settings/tokens-runner-dialog.tsx';
import { TokensRunners } from '#components/settings/tokens-runners.tsx';
import { Button } from '#components/ui/button.tsx';
import { ReasonDialog } from '#components/ui/reason-dialog.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

type Identity = Outputs['tokens']['runners'][number];

/** Which runners come in by an identity of their own? For admins of the stack. */
export function RunnerIdentities() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.tokens.runners.queryOptions());
  const [asking, setAsking] = useState<'new' | Identity | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const onSettled = () => queries.invalidateQueries({ queryKey: trpc.tokens.runners.queryKey() });
  const make = useMutation(
    trpc.tokens.makeRunner.mutationOptions({
      onSuccess: ({ databaseUrl }) => {
        setUrl(databaseUrl);
        setAsking(null);
      },
      onSettled,
    }),
  );
  const revoke = useMutation(trpc.tokens.revokeRunner.mutationOptions({ onSuccess: () => setAsking(null), onSettled }));
  return (
    <Section title="Runners" actions={<Button onClick={() => setAsking('new')}>New runner identity</Button>}>
      {url !== null && (
        <ShownOnce
          what="Start the runner with this DATABASE_URL. It is shown only now; put the host’s name in it that the runner reaches the database by."
          label="database address"
          secret={url}
          onDone={() => setUrl(null)}
        />
      )}
      {list.data === undefined ? (
        <Skeleton className="h-16" />
      ) : (
        <TokensRunners identities={list.data} onRevoke={setAsking} />
      )}
      {asking === 'new' && (
        <TokensRunnerDialog
          pending={make.isPending}
          refusal={make.error?.message}
          onClose={() => setAsking(null)}
          onMake={(choice) => make.mutate(choice)}
        />
      )}
      {asking !== null && asking !== 'new' && (
        <ReasonDialog
          open
          onOpenChange={() => setAsking(null)}
          title={`Revoke ${asking.name}`}
          effect="Its connections are cut at once; what it works on is taken over by others. This cannot be undone."
          action="Revoke identity"
          danger
          pending={revoke.isPending}
          error={revoke.error?.message}
          onConfirm={() => revoke.mutate({ identityId: asking.id })}
        />
      )}
    </Section>
  );
}
