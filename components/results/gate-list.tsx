import { SafeText } from '#components/ui/safe-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export type Gate = { gate: string; asks: string; holds: boolean | null; reason: string };

export type GateListProps = { gates: readonly Gate[]; excused: readonly string[] };

const faces: Readonly<Record<string, { tone: Tone; word: string }>> = {
  true: { tone: 'good', word: 'open' },
  false: { tone: 'bad', word: 'closed' },
  null: { tone: 'idle', word: 'nothing to compare with' },
};

/** Each quality gate with what it asks, how it stands, and why. */
export function GateList({ gates, excused }: GateListProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <ul className="flex flex-col">
        {gates.map(({ gate, asks, holds, reason }) => {
          const { tone, word } = faces[`${holds}`] ?? { tone: 'idle', word: '' };
          return (
            <li
              key={gate}
              className="grid gap-x-4 border-line border-b py-2 last:border-b-0 md:grid-cols-[11rem_13rem_1fr]"
            >
              <code title={asks} className="tabular">
                {gate}
              </code>
              <ToneMark tone={tone}>{word}</ToneMark>
              <span className="wrap-anywhere text-ink-muted">
                <SafeText text={reason} limit={500} />
              </span>
            </li>
          );
        })}
      </ul>
      {excused.length > 0 && (
        <p className="wrap-anywhere text-ink-muted">
          In quarantine, and so no reason: <SafeText text={excused.join(', ')} limit={600} />
        </p>
      )}
    </div>
  );
}
