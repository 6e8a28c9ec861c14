import { OctagonX, TriangleAlert } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { LineFinding } from './types.ts';

export type FindingNoteProps = { finding: LineFinding };

const severities = {
  block: { icon: OctagonX, word: 'blocks', looks: 'border-bad bg-bad-soft', ink: 'text-bad' },
  warn: { icon: TriangleAlert, word: 'warns', looks: 'border-attention bg-attention-soft', ink: 'text-attention' },
} as const satisfies Record<LineFinding['severity'], object>;

/** What a policy rule says, in the place it speaks of. */
export function FindingNote({ finding }: FindingNoteProps) {
  const { icon: Icon, word, looks, ink } = severities[finding.severity];
  return (
    <div className={cx('flex items-start gap-2 border-l-2 px-3 py-1.5 text-sm', looks)}>
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', ink)} />
      <p className="min-w-0">
        <span className={cx('tabular font-medium', ink)}>{finding.rule}</span>{' '}
        <span className="text-ink-muted">{word}:</span> <SafeText text={finding.message} />
      </p>
    </div>
  );
}
