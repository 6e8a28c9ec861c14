import { Link } from '#components/ui/link.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { count } from '#lib/format/count.ts';

export type OutcomeCount = { outcome: string; tone: Tone; runs: number; href: string };

export type OutcomeCountsProps = { outcomes: readonly OutcomeCount[] };

/** How many runs ended in which way; each number leads to its rows. */
export function OutcomeCounts({ outcomes }: OutcomeCountsProps) {
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-3">
      {outcomes.map((outcome) => (
        <li key={outcome.outcome}>
          <Link kind="bare" href={outcome.href} className="flex flex-col hover:underline">
            <span className="tabular text-2xl">{count(outcome.runs)}</span>
            <ToneMark tone={outcome.tone} mono className="text-xs">
              {outcome.outcome}
            </ToneMark>
          </Link>
        </li>
      ))}
    </ul>
  );
}
