import { cx } from '#components/ui/cx.ts';
import { SafeText } from '#components/ui/safe-text.tsx';
import { optionWords } from './option-words.ts';
import type { VerdictOption as Option, Situation } from './types.ts';

export type VerdictOptionProps = { option: Option; situation: Situation; chosen: boolean; onChoose: () => void };

/** One thing that can be decided, with what the machine itself says it would do, or why it would not take it. */
export function VerdictOption({ option, situation, chosen, onChoose }: VerdictOptionProps) {
  const { title, effect } = optionWords(option.decision, situation);
  const { foreseen } = option;
  return (
    <label
      className={cx(
        'flex gap-2 border-line border-b px-2 py-1.5 text-sm last:border-b-0',
        chosen && 'bg-sunken',
        foreseen.taken ? 'cursor-pointer hover:bg-sunken' : 'text-ink-muted',
      )}
    >
      <input
        type="radio"
        name="verdict"
        className="mt-1 shrink-0 accent-ink"
        checked={chosen}
        disabled={!foreseen.taken}
        onChange={onChoose}
      />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{title}</span>
        <span className="text-ink-muted">
          {foreseen.taken ? effect : <SafeText text={`Not possible now: ${foreseen.why}.`} limit={200} />}
        </span>
        {chosen && foreseen.taken && (
          <span className="text-ink-muted text-xs">
            The run goes to <span className="tabular text-ink">{foreseen.to}</span>
            {foreseen.starts.length > 0 && (
              <>
                {' '}
                and starts <span className="tabular text-ink">{foreseen.starts.join(', ')}</span>
              </>
            )}
            {foreseen.ends ? ' and ends there.' : '.'}
          </span>
        )}
      </span>
    </label>
  );
}
