import type { ReactNode } from 'react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { ReviewInQueue } from './types.ts';

export type ReviewQueueProps = { reviews: readonly ReviewInQueue[]; now: number; empty: ReactNode };

/** Reviews as rows: which run, why it stopped, who has it, until when. */
export function ReviewQueue({ reviews, now, empty }: ReviewQueueProps) {
  return (
    <Table
      label="Reviews"
      columns={columnsAt(now)}
      rows={reviews}
      rowKey={(review) => review.id}
      rowHref={(review) => `/reviews/${review.number}`}
      empty={empty}
    />
  );
}

function columnsAt(now: number): readonly Column<ReviewInQueue>[] {
  return [
    {
      key: 'run',
      title: 'Run',
      keep: true,
      cell: (review) => (
        <span className="tabular">
          <ClippedText text={review.project} limit={30} /> #{review.runNumber}
        </span>
      ),
    },
    {
      key: 'why',
      title: 'Why it stopped',
      grow: true,
      cell: (review) => (
        <span className="block truncate">
          <ClippedText text={review.why} limit={240} />
        </span>
      ),
    },
    { key: 'who', title: 'With', keep: true, cell: (review) => <Assignees review={review} /> },
    {
      key: 'approvals',
      title: 'Approvals',
      align: 'end',
      cell: (review) => <span className="tabular">{`${review.approved} of ${review.approvals}`}</span>,
    },
    { key: 'since', title: 'Waits since', cell: (review) => <RelativeTime at={review.openedAt} /> },
    { key: 'due', title: 'Due', keep: true, cell: (review) => <Due review={review} now={now} /> },
  ];
}

function Assignees({ review }: { review: ReviewInQueue }) {
  if (review.assignees.length === 0) return <span className="text-ink-muted">nobody</span>;
  return <ClippedText text={review.assignees.join(', ')} limit={40} />;
}

function Due({ review, now }: { review: ReviewInQueue; now: number }) {
  if (review.closedAt !== null)
    return (
      <span className="text-ink-muted">
        decided <RelativeTime at={review.closedAt} />
      </span>
    );
  if (review.dueAt === null) return <span className="text-ink-muted">no time agreed</span>;
  if (review.dueAt >= now) return <RelativeTime at={review.dueAt} />;
  return (
    <ToneMark tone="bad">
      overdue <RelativeTime at={review.dueAt} />
    </ToneMark>
  );
}
