import { cx } from '#components/ui/cx.ts';
import type { Tone } from '#components/ui/tone.ts';
import { counted } from '#lib/format/count.ts';

export type OutcomeMarksProps = {
  /** Newest first; they are drawn with the newest at the right. */
  recent: readonly { number: number; outcome: string; tone: Tone }[];
};

/** Height and fill differ, so that the marks can be told apart without their colour. */
const faces = {
  good: 'h-4 bg-good',
  attention: 'h-3 bg-attention',
  bad: 'h-2 bg-bad',
  busy: 'h-2 bg-busy',
  idle: 'h-2 bg-idle',
} as const satisfies Record<Tone, string>;

/** How the latest runs ended, as a row of marks: high is good. */
export function OutcomeMarks({ recent }: OutcomeMarksProps) {
  if (recent.length === 0) return <span className="text-ink-muted text-xs">no run has ended</span>;
  const good = recent.filter(({ tone }) => tone === 'good').length;
  return (
    <span
      role="img"
      aria-label={`${good} of the last ${counted(recent.length, 'run')} succeeded`}
      className="inline-flex h-4 items-end gap-0.5 align-middle"
    >
      {recent.toReversed().map(({ number, outcome, tone }) => (
        <span key={number} title={`#${number} ${outcome}`} className={cx('w-1.5 rounded-xs', faces[tone])} />
      ))}
    </span>
  );
}
