'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsInteger, useQueryState } from 'nuqs';
import { BoardHistory } from '#components/board/board-history.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

type Props = { board: string; newest: Outputs['boards']['page']['events'] };

/** As many as the server gives at once: a shorter page is the last one. */
const pageLength = 40;

/** What happened to the board: the newest as the page follows it, older ones page by page. */
export function History({ board, newest }: Props) {
  const trpc = useTRPC();
  const [before] = useQueryState('before', parseAsInteger);
  const isOlder = before !== null && before > 0;
  const older = useQuery(
    trpc.boards.history.queryOptions(
      { board, before: before ?? 1 },
      { enabled: isOlder, placeholderData: keepPreviousData },
    ),
  );
  const events = isOlder ? (older.data ?? []) : newest;
  const last = events.length < pageLength ? undefined : events.at(-1);
  return (
    <Section title="History">
      {older.error && <ErrorState what={older.error.message} onRetry={() => void older.refetch()} />}
      <BoardHistory events={events} />
      <Pager
        label="Pages of the history"
        newer={isOlder ? `/boards/${board}` : undefined}
        older={last && `/boards/${board}?before=${last.id}`}
      />
    </Section>
  );
}
