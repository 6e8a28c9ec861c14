import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { Outcome } from '#lib/history/outcome.ts';
import { outcomeFaces } from './outcome-face.ts';

export type OutcomeMarkProps = { outcome: Outcome | null };

/** What a test came to, as icon and word; nothing where it was not there. */
export function OutcomeMark({ outcome }: OutcomeMarkProps) {
  if (outcome === null) return <span className="text-ink-faint">absent</span>;
  const { tone, word } = outcomeFaces[outcome];
  return <ToneMark tone={tone}>{word}</ToneMark>;
}
