'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsBoolean, parseAsInteger, useQueryState } from 'nuqs';
import { useRef } from 'react';
import { InboxList } from '#components/notifications/inbox-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';

type List = Outputs['notifications']['list'];

export function Inbox({ first }: { first: List }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [unread, setUnread] = useQueryState('unread', parseAsBoolean.withDefault(false));
  const [before, setBefore] = useQueryState('before', parseAsInteger);
  const isFirst = !unread && before === null;
  const list = useQuery({
    ...trpc.notifications.list.queryOptions(
      { unread, ...(before === null ? {} : { before }) },
      { refetchInterval: 10_000 },
    ),
    placeholderData: keepPreviousData,
    ...(isFirst && startingWith(first)),
  });
  const read = useMutation(
    trpc.notifications.read.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: [['notifications']] }),
    }),
  );
  const { rows, older } = list.data ?? first;
  const shown = useRef<HTMLDivElement>(null);
  useListKeys(shown);
  return (
    <Desk current={null} crumbs={[{ label: 'Notifications' }]}>
      <div ref={shown} className="flex flex-col gap-4">
        <PageHeader
          title="Notifications"
          actions={
            <>
              <HelpLink page="notifications" />
              <Button
                disabled={!rows.some((row) => !row.read)}
                onClick={() => read.mutate({ id: rows[0]?.id ?? 1, all: true })}
              >
                Mark all as seen
              </Button>
            </>
          }
        >
          What concerns you, for 30 days. Mails, chat and webhooks are set up in{' '}
          <Link href="/settings/notifications">the settings</Link>.
        </PageHeader>
        <Segmented
          label="Which notifications"
          className="self-start"
          value={unread ? 'new' : 'all'}
          onChange={(value) => {
            void setUnread(value === 'new');
            void setBefore(null);
          }}
          options={[
            { value: 'all', label: 'All' },
            { value: 'new', label: 'New' },
          ]}
        />
        {list.error && <ErrorState what={list.error.message} onRetry={() => void list.refetch()} />}
        {rows.length === 0 ? (
          <EmptyState title={unread ? 'You have seen everything' : 'Nothing has happened yet'}>
            Runs that get stuck, end or wait for you, and reviews that name you, are told here.
          </EmptyState>
        ) : (
          <InboxList items={rows} onRead={(id) => read.mutate({ id })} />
        )}
        <div className="flex gap-2">
          {before !== null && <Button onClick={() => void setBefore(null)}>Newest</Button>}
          {older !== null && <Button onClick={() => void setBefore(older)}>Older</Button>}
        </div>
      </div>
    </Desk>
  );
}
