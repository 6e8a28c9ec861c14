import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { type Tone, tones } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';

/** How many runs ended in one way. */
export type OutcomeCount = { outcome: string; tone: Tone; runs: number };

export type OutcomesProps = {
  outcomes: readonly OutcomeCount[];
  /** The runs behind a number. */
  hrefOf: (outcome: string) => string;
};

const fills = {
  good: 'bg-good',
  attention: 'bg-attention',
  bad: 'bg-bad',
  busy: 'bg-busy',
  idle: 'bg-idle',
} as const satisfies Record<Tone, string>;

/** How runs ended, as a bar and in numbers; each number leads to its runs. */
export function Outcomes({ outcomes, hrefOf }: OutcomesProps) {
  const total = outcomes.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div aria-hidden className="flex h-2 w-full max-w-3xl gap-px overflow-hidden rounded-sm bg-sunken">
        {outcomes.map(({ outcome, tone, runs }) => (
          <span key={outcome} className={fills[tone]} style={{ flexGrow: runs }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {outcomes.map(({ outcome, tone, runs }) => (
          <li key={outcome} className="relative min-w-0 rounded-sm hover:bg-sunken">
            <Link
              kind="bare"
              href={hrefOf(outcome)}
              className="flex min-w-0 items-center gap-2 py-0.5"
              aria-label={`${counted(runs, 'run')} ended with ${outcome}, ${percent(runs / total)}`}
            >
              <span className={`tabular text-lg ${tones[tone].ink}`}>{runs}</span>
              <ToneMark tone={tone} mono>
                <ClippedText text={outcome} limit={40} />
              </ToneMark>
              <span className="tabular text-ink-muted text-xs">{percent(runs / total)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
