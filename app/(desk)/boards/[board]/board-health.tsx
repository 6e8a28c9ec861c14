'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckList } from '#components/console/check-list.tsx';
import { Reliability } from '#components/console/reliability.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

type Props = {
  board: string;
  first: Outputs['consoles']['health'] | undefined;
  /** Whether the reader may have it checked now. */
  mayCheck: boolean;
};

/** What others have checked is seen so much later, milliseconds. */
const lookEveryMs = 10_000;

/** How reliable the board was lately, and what its checks said. */
export function BoardHealth({ board, first, mayCheck }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const asked = trpc.consoles.health.queryOptions({ board }, { ...startingWith(first), refetchInterval: lookEveryMs });
  const health = useQuery(asked);
  const check = useMutation(
    trpc.consoles.check.mutationOptions({
      onSettled: () =>
        Promise.all(
          [trpc.consoles.health, trpc.boards.page].map((read) =>
            queries.invalidateQueries({ queryKey: read.queryKey({ board }) }),
          ),
        ),
    }),
  );
  if (health.data === undefined) {
    const { error, refetch } = health;
    return (
      <Section title="Health">{error && <ErrorState what={error.message} onRetry={() => void refetch()} />}</Section>
    );
  }
  const { checks, statistics, days } = health.data;
  return (
    <Section
      title="Health"
      aside={`in the last ${days} days`}
      actions={
        // While it is checked the board is the check's own.
        (mayCheck || check.isPending) && (
          <Button disabled={check.isPending} onClick={() => check.mutate({ board })}>
            {check.isPending ? 'Checking…' : 'Check now'}
          </Button>
        )
      }
    >
      {check.error !== null && <Notice tone="bad">{check.error.message}</Notice>}
      {check.data === null && <Notice tone="busy">The check goes on; its result appears here.</Notice>}
      {check.data && <Notice tone={check.data.ok ? 'good' : 'bad'}>{check.data.reason}</Notice>}
      <Reliability statistics={statistics} />
      <CheckList checks={checks} />
    </Section>
  );
}
