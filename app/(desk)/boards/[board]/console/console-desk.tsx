'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckList } from '#components/console/check-list.tsx';
import { HolderLine } from '#components/console/holder-line.tsx';
import { PowerButtons } from '#components/console/power-buttons.tsx';
import { Recordings } from '#components/console/recordings.tsx';
import { Reliability } from '#components/console/reliability.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Outputs, useTRPC } from '../../../../_lib/trpc.ts';
import { Desk } from '../../../../_parts/desk.tsx';
import { LiveConsole } from './live-console.tsx';
import { Replay } from './replay.tsx';

type Props = { state: Outputs['consoles']['state']; health: Outputs['consoles']['health'] };

/** How often who has the board is looked at again, milliseconds; a console closes by itself, at once. */
const lookEveryMs = 5_000;

/** A board's console with its switch, its holder, what was said before, and how healthy it is. */
export function ConsoleDesk({ state: first, health: firstHealth }: Props) {
  const trpc = useTRPC();
  const input = { board: first.board.id };
  const [replayed, setReplayed] = useState<string | null>(null);
  const looked = useQuery(
    trpc.consoles.state.queryOptions(input, { initialData: first, refetchInterval: lookEveryMs }),
  );
  const health = useQuery(trpc.consoles.health.queryOptions(input, { initialData: firstHealth }));
  const { board, can, holding, mine, manages, sessions } = looked.data;
  const reread = () => Promise.all([looked.refetch(), health.refetch()]);
  const power = useMutation(trpc.consoles.power.mutationOptions({ onSettled: reread }));
  const check = useMutation(trpc.consoles.check.mutationOptions({ onSettled: reread }));
  const open = useMutation(trpc.consoles.open.mutationOptions({ onSettled: reread }));
  const live = sessions.find(({ closedAt }) => closedAt === null);
  const last = sessions[0]?.closedBecause ?? null;
  const notOpen = last === null ? 'The console is not open.' : `The console is closed: ${last}.`;
  const mayWork = mine || (holding === null && manages);
  const trouble = open.error ?? power.error ?? check.error;
  const told = power.data ?? check.data;
  const crumbs = [
    { label: 'Boards', href: '/boards' },
    { label: board.name, href: `/boards/${board.id}` },
    { label: 'Console' },
  ];
  return (
    <Desk current="boards" crumbs={crumbs}>
      <div className="flex flex-col gap-5">
        <PageHeader
          title={`Console of ${board.name}`}
          actions={
            <>
              {can.power && mayWork && (
                <PowerButtons isBusy={power.isPending} onPower={(action) => power.mutate({ ...input, action })} />
              )}
              {mayWork && (
                <Button disabled={check.isPending} onClick={() => check.mutate(input)}>
                  {check.isPending ? 'Checking…' : 'Check now'}
                </Button>
              )}
            </>
          }
        >
          <HolderLine holding={holding} mine={mine} />
        </PageHeader>
        {trouble !== null && <Notice tone="bad">{trouble.message}</Notice>}
        {trouble === null && told && <Notice tone={told.ok ? 'good' : 'bad'}>{told.reason}</Notice>}
        {live !== undefined && (
          <LiveConsole key={live.id} board={board} session={live.id} mine={mine} onClosed={reread} />
        )}
        {live === undefined && (
          <Notice
            tone="idle"
            action={
              mine &&
              can.console && (
                <Button kind="primary" disabled={open.isPending} onClick={() => open.mutate(input)}>
                  Open the console
                </Button>
              )
            }
          >
            {can.console ? notOpen : 'This board has no console among its connections.'}
            {!mine && can.console && ' Whoever has the board opens it; reserve it to have it.'}
          </Notice>
        )}
        <div className="grid gap-6 md:grid-cols-[2fr_1fr]">
          <Section title="What was said before">
            <Recordings talks={sessions} shown={replayed} onShow={setReplayed} />
            {replayed !== null && <Replay key={replayed} board={board} session={replayed} />}
          </Section>
          <Section title="Health">
            <Reliability {...health.data} />
            <CheckList checks={health.data.checks} />
          </Section>
        </div>
      </div>
    </Desk>
  );
}
