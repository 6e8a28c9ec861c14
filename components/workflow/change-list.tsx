import { cx } from '#components/ui/cx.ts';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { WorkflowChange } from '#lib/workflow/changes.ts';

export type ChangeListProps = { changes: readonly WorkflowChange[] };

const looks = {
  '+': { word: 'added', className: 'bg-good-soft text-good' },
  '-': { word: 'dropped', className: 'bg-bad-soft text-bad line-through' },
  '~': { word: 'changed', className: 'bg-attention-soft text-attention' },
  ' ': { word: 'unchanged', className: '' },
} as const satisfies Record<WorkflowChange['sign'], { word: string; className: string }>;

/** What an update does to a workflow, as a diff: the stages and steps as they would be, and what is gone. */
export function ChangeList({ changes }: ChangeListProps) {
  return (
    <ul aria-label="What would change" className="flex min-w-0 flex-col rounded-md border border-line py-1 text-sm">
      {changes.map(({ sign, kind, id, text }) => (
        <li
          key={`${kind} ${id} ${sign}`}
          className={cx('flex min-w-0 gap-2 px-3 py-0.5', kind === 'step' && 'pl-8', looks[sign].className)}
        >
          <span aria-hidden className="tabular w-3 shrink-0 select-none">
            {sign}
          </span>
          <span className="sr-only">{looks[sign].word}: </span>
          <span className="min-w-0">
            <code className="tabular">{id}</code>{' '}
            <span className="text-ink-muted">
              <SafeText text={text} limit={300} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
