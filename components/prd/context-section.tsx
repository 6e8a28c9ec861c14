import { CopyButton } from '#components/ui/copy-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';

export interface ContextSectionProps {
  /** The file as it is written in the session's tree. */
  readonly text: string;
  /** What hands have changed in it, newest last. */
  readonly edits: readonly string[];
}

/** What `active_context.md` says now, and what somebody has written into it by hand. */
export function ContextSection({ text, edits }: ContextSectionProps) {
  const last = edits.at(-1);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {last !== undefined && (
        <Notice tone="attention">
          <code>active_context.md</code> was changed by hand, and not obeyed: <SafeText text={last} limit={300} />
          {edits.length > 1 && `, and ${edits.length - 1} before`}
        </Notice>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer py-1">
          <code>active_context.md</code> as it stands
        </summary>
        <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
          <pre className="tabular wrap-anywhere max-h-80 min-w-0 flex-1 overflow-auto whitespace-pre-wrap py-0.5 text-xs leading-5">
            <SafeText text={text} limit={20_000} />
          </pre>
          <CopyButton text={text} label="Copy active_context.md" />
        </div>
      </details>
    </div>
  );
}
