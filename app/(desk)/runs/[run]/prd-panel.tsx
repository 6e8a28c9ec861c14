'use client';

import { useQuery } from '@tanstack/react-query';
import { BlockedCard } from '#components/prd/blocked-card.tsx';
import { ConfirmCard } from '#components/prd/confirm-card.tsx';
import { ContextSection } from '#components/prd/context-section.tsx';
import { DocumentSection } from '#components/prd/document-section.tsx';
import { QueueSection } from '#components/prd/queue-section.tsx';
import { StopLine } from '#components/prd/stop-line.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { RemovedSection } from '#components/ui/removed-section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Prd } from '#lib/prd/prd.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import type { PanelProps } from './machine-panel.tsx';
import { pastOf } from './past-of.ts';

type Session = Outputs['prd']['view'];

/** What is the session going to do, how far is it, and what does it ask a person? */
export function PrdPanel({ page, onSay, first }: PanelProps) {
  const trpc = useTRPC();
  const which = trpc.prd.view.queryOptions({ runId: page.detail.id, ...pastOf(page) });
  const session = useQuery({ ...which, ...startingWith(first?.prd) });
  useReread(which.queryKey, page.detail.seq);
  if (session.error) return <ErrorState what={session.error.message} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return <Skeleton className="h-64" />;
  const { progress, document, isDocumentRemoved, version, prdId, file, mostAttempts } = session.data;
  const isOpen = page.moment === null && page.detail.endedAt === undefined;
  const isConfirming = isOpen && progress.task_status === 'CONFIRMING' && prdId !== null;
  const edit = isConfirming
    ? (edited: Prd) => onSay({ type: 'USER_MODIFY', fields: { prdId, prd: { ...edited } } })
    : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isOpen && <Asking session={session.data} page={page} onSay={onSay} />}
      {/* Before the yes the document is what matters, and it lists the tasks itself. */}
      {progress.tasks.length > 0 && (isDocumentRemoved || progress.task_status !== 'CONFIRMING') && (
        <QueueSection progress={progress} mostAttempts={mostAttempts} />
      )}
      {isDocumentRemoved && (
        <RemovedSection title="Document">
          The document of this session was removed: files of old runs are not kept for good. Its tasks and what came of
          them stay.
        </RemovedSection>
      )}
      {document !== null && <DocumentSection key={prdId} document={document} version={version} onEdit={edit} />}
      <ContextSection text={file} edits={progress.hand_edits} />
    </div>
  );
}

/** What a person can say in the state that the session is in. */
function Asking({ session, page, onSay }: Omit<PanelProps, 'first'> & { session: Session }) {
  const { progress, prdId, mostAttempts } = session;
  switch (progress.task_status) {
    case 'PLANNING':
      return (
        <StopLine says="The document is being written." type="USER_CANCEL" label="Cancel the planning" onSay={onSay} />
      );
    case 'CONFIRMING':
      return prdId === null ? null : (
        <ConfirmCard key={prdId} prdId={prdId} tasks={progress.tasks.length} onSay={onSay} />
      );
    case 'AUTO_FIX':
      return (
        <StopLine
          says={`Fix ${progress.auto_fix_attempts} of ${mostAttempts} is being tried.`}
          type="FORCE_STOP"
          label="Stop fixing"
          onSay={onSay}
        />
      );
    case 'BLOCKED':
      return (
        <BlockedCard
          blockedBy={progress.blocked_by ?? ''}
          checkpoint={progress.last_checkpoint}
          logsHref={`/runs/${page.detail.number}?tab=logs`}
          onSay={onSay}
        />
      );
    default:
      return null;
  }
}
