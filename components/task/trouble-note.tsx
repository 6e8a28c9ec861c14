import { CopyableId } from '#components/ui/copyable-id.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { TaskTrouble } from './types.ts';

export type TroubleNoteProps = { trouble: TaskTrouble };

/** What went wrong: its code, what to do next, and the id to ask about it with. */
export function TroubleNote({ trouble: { code, message, next, traceId } }: TroubleNoteProps) {
  return (
    <Notice tone="attention">
      <code className="tabular">{code}</code> <SafeText text={message} limit={300} />. {next}{' '}
      <span className="text-ink-muted">
        trace <CopyableId id={traceId} label="trace id" />
      </span>
    </Notice>
  );
}
