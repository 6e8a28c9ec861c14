import { Check, Minus, X } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { percent } from '#lib/format/percent.ts';
import type { ChecklistRow, Decision, Judgement } from './iteration-types.ts';

export type DecisionPanelProps = {
  decision: Decision | null;
  judgement: Judgement | null;
  checklist: readonly ChecklistRow[];
  numbers: readonly { name: string; value: number }[];
  /** Why there is no decision. */
  undecided: string;
};

/** What was decided after an iteration, and every rule that was asked with the numbers it saw. */
export function DecisionPanel({ decision, judgement, checklist, numbers, undecided }: DecisionPanelProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      {decision === null && <p className="text-ink-muted">{undecided}</p>}
      {decision !== null && (
        <div className="flex flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ToneMark tone={decision.tone} variant="pill" mono>
              {decision.verdict}
            </ToneMark>
            {decision.next !== '' && (
              <span className="text-ink-muted">
                then <span className="tabular text-ink">{decision.next}</span>
              </span>
            )}
          </p>
          <p>
            <SafeText text={decision.reason} />
          </p>
        </div>
      )}
      {judgement !== null && <JudgedBy {...judgement} />}
      {numbers.length > 0 && (
        <dl aria-label="Numbers of the criteria" className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
          {numbers.map(({ name, value }) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-ink-muted">{name.replaceAll('_', ' ')}</dt>
              <dd className="tabular font-medium">{Math.round(value * 1_000) / 1_000}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="flex flex-col border-line border-y empty:hidden">
        {checklist.map((row) => (
          <li
            key={row.rule}
            className={cx(
              'flex items-baseline gap-2 border-line border-b py-1 last:border-b-0 max-md:flex-wrap',
              row.decisive && 'font-medium',
            )}
          >
            <Held held={row.held} />
            <span className="tabular w-64 shrink-0 truncate max-md:w-auto max-md:flex-1">{row.rule}</span>
            <span className="min-w-0 flex-1 text-ink-muted max-md:basis-full max-md:pl-5">
              {row.numbers}
              {row.decisive && <span className="text-ink"> · decided</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function JudgedBy({ agent, confidence, reasoning }: Judgement) {
  return (
    <p title="It can only lower the confidence; the result stays as it was measured.">
      <span className="text-ink-muted">{agent} trusts the result to </span>
      <span className="tabular font-medium">{percent(confidence)}</span>
      <span className="text-ink-muted">: </span>
      <SafeText text={reasoning} />
    </p>
  );
}

function Held({ held }: { held: boolean | null }) {
  const Icon = held === null ? Minus : held ? Check : X;
  const word = held === null ? 'not applicable' : held ? 'held' : 'did not hold';
  return (
    <span
      title={word}
      className={cx('flex h-lh shrink-0 items-center self-start', held ? 'text-good' : 'text-ink-muted')}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{word}</span>
    </span>
  );
}
