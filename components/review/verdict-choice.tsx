import { cx } from '#components/ui/cx.ts';
import type { Review, ReviewVerdict } from './types.ts';
import { verdictWords } from './verdict-words.ts';

export type VerdictChoiceProps = {
  verdict: ReviewVerdict;
  review: Review;
  chosen: boolean;
  onChoose: () => void;
};

/** One verdict with what it will do, or why the run would not take it. */
export function VerdictChoice({ verdict, review, chosen, onChoose }: VerdictChoiceProps) {
  const { title, effect, refused } = verdictWords[verdict];
  const taken = review.taken.includes(verdict);
  return (
    <label
      className={cx(
        'flex gap-2 border-line border-b px-2 py-1.5 text-sm last:border-b-0',
        chosen && 'bg-sunken',
        taken ? 'cursor-pointer hover:bg-sunken' : 'text-ink-muted',
      )}
    >
      <input
        type="radio"
        name="verdict"
        className="mt-1 accent-ink"
        checked={chosen}
        disabled={!taken}
        onChange={onChoose}
      />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{title}</span>
        <span className="text-ink-muted">{taken ? effect(review) : refused(review)}</span>
      </span>
    </label>
  );
}
