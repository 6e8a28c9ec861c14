'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HolderLine } from '#components/console/holder-line.tsx';
import { PowerButtons } from '#components/console/power-buttons.tsx';
import { Recordings } from '#components/console/recordings.tsx';
import { Button } from '#components/ui/button.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../../_lib/trpc.ts';
import { Desk } from '../../../../_parts/desk.tsx';
import { LiveConsole } from './live-console.tsx';
import { Replay } from './replay.tsx';

type Props = { state: Outputs['consoles']['state'] };

/** How often who has the board is looked at again, milliseconds; a console closes by itself, at once. */
const lookEveryMs = 5_000;

/** A board's console with its switch, its holder, and what was said before. */
export function ConsoleDesk({ state: first }: Props) {
  const trpc = useTRPC();
  const input = { board: first.board.id };
  const [replayed, setReplayed] = useState<string | null>(null);
  const looked = useQuery(
    trpc.consoles.state.queryOptions(input, { ...startingWith(first), refetchInterval: lookEveryMs }),
  );
  const { board, can, holding, mine, manages, sessions } = looked.data;
  const reread = () => looked.refetch();
  const power = useMutation(trpc.consoles.power.mutationOptions({ onSettled: reread }));
  const open = useMutation(trpc.consoles.open.mutationOptions({ onSettled: reread }));
  const live = sessions.find(({ closedAt }) => closedAt === null);
  const last = sessions[0]?.closedBecause ?? null;
  const notOpen = last === null ? 'The console is not open.' : `The console is closed: ${last}.`;
  const mayWork = mine || (holding === null && manages);
  const trouble = open.error ?? power.error;
  const crumbs = [
    { label: 'Boards', href: '/boards' },
    { label: board.name, href: `/boards/${board.id}` },
    { label: 'Console' },
  ];
  return (
    <Desk current="boards" crumbs={crumbs}>
      <div className="flex flex-col gap-5">
        <PageHeader title={`Console of ${board.name}`} actions={<HelpLink page="boards" />}>
          <HolderLine holding={holding} mine={mine} />
        </PageHeader>
        {can.power && mayWork && (
          <PowerButtons isBusy={power.isPending} onPower={(action) => power.mutate({ ...input, action })} />
        )}
        {trouble !== null && <Notice tone="bad">{trouble.message}</Notice>}
        {trouble === null && power.data && <Notice tone={power.data.ok ? 'good' : 'bad'}>{power.data.reason}</Notice>}
        {power.data === null && (
          <Notice tone="busy">A runner is at it; the history of the board says what came of it.</Notice>
        )}
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
            {can.console
              ? notOpen
              : 'This board has no console among its connections: import a list of boards that names one.'}
            {!mine && can.console && ' Whoever has the board opens it; reserve it to have it.'}
          </Notice>
        )}
        <Section title="What was said before">
          <Recordings talks={sessions} shown={replayed} onShow={setReplayed} />
          {replayed !== null && <Replay key={replayed} board={board} session={replayed} />}
        </Section>
      </div>
    </Desk>
  );
}
